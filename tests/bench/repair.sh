#!/bin/bash
# How well and how fast games with faults are mended: chess in SAN and in long algebraic notation, and
# the Dola games in the notation of their author. Prints the tables of docs/PERFORMANCE.md.
#
#   cmake --preset release -DNUSKHA_BENCH=ON && cmake --build --preset release
#   tests/bench/repair.sh [TRIALS [SEED]]
#
# TRIALS games for each kind of fault (100 if not set), and four times as many for each number of
# faults. RECORDED (100 if not set): how often a fault of each kind is added to each of the recorded
# games. Chess games begin with the lines of GAMES, which is Debian's pgn-extract's book if not set;
# with SHOW=1 each game that is not restored is printed as well.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build/release}
games=${GAMES:-/usr/share/pgn-extract/eco.pgn}
[ -s "$games" ] || games=

for game in san lan dola-sultan dola-qinwan dola-sinwan dolasawlajane; do
  printf '\n### %s\n\n' "$game"
  "$build/tests/bench/repair_bench" "$game" "${1:-100}" "${2:-1}" ${games:+"$games"}
done

printf '\n### The recorded games, with a fault more\n\n'
corpus=$here/../../corpus/dola
"$build/tests/bench/repair_bench" recorded "${RECORDED:-100}" "${2:-1}" \
  "$corpus/dola-sultan-qinwan-sinwan.txt" "$corpus/valid/dola-sultan-qinwan-sinwan-mended.txt"
