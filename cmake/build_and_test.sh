#!/bin/sh
# Installs what is missing, then builds and tests twice: as it is released, with g++; and with
# clang under the address and undefined-behaviour sanitizers, the fuzz targets included. Ends with
# the summary of the second; a failure of the first ends the script before.
set -eu
cd "$(dirname "$0")/.."
cmake/install_packages.sh g++ cmake ninja-build tao-pegtl-dev libfmt-dev libcli11-dev \
  nlohmann-json3-dev libtomlplusplus-dev libisal-dev libbz2-dev liblzma-dev libzstd-dev \
  libarchive-dev libtbb-dev \
  catch2 clang libclang-rt-14-dev clang-format-14 pgn-extract
jobs=$(nproc)

for preset in release fuzz; do
  cmake --preset "$preset"
  cmake --build --preset "$preset"
  ctest --preset "$preset" --parallel "$jobs"
done
