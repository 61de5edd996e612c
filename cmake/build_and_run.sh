#!/bin/sh
# Installs what is missing, builds the command and runs the main job on the seed texts: every game in
# them is replayed and checked, and written as PGN to build/dola.pgn.
set -eu
cd "$(dirname "$0")/.."
cmake/install_packages.sh g++ cmake ninja-build tao-pegtl-dev libfmt-dev libcli11-dev \
  nlohmann-json3-dev libtomlplusplus-dev libisal-dev libbz2-dev liblzma-dev libzstd-dev \
  libarchive-dev libtbb-dev

cmake --preset release -DNUSKHA_TESTS=OFF -B build/run
cmake --build build/run
echo
status=0
build/run/nuskha check corpus/dola/*.txt || status=$?
[ "$status" -le 1 ] || exit "$status"
# The faults that check has just listed make convert end with 1 as well.
build/run/nuskha convert corpus/dola/*.txt -o build/dola.pgn 2>/dev/null || status=$?
[ "$status" -le 1 ] || exit "$status"
echo
echo "The games are in build/dola.pgn; the command is build/run/nuskha."
