#!/bin/bash
# Checks PGN that is made to be slow or large, endless but for MEGABYTES (1000 if not set): how fast
# each kind goes, by processor time, and the most memory. Prints a table of docs/PERFORMANCE.md.
#
#   cmake --preset release && cmake --build --preset release
#   tests/bench/hostile.sh [KIND...]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
nuskha=${BUILD:-$here/../../build/release}/nuskha
megabytes=${MEGABYTES:-1000}

# Lines that are repeated, and what is repeated without an end of line.
declare -A lines=(
  [tags]='[Event "x"]' [positions]='[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]' [open braces]='{ x'
  [words]='qwe rty 1. zz9 foo' [escapes]='%x' [illegal]='1. e5 *' [undecided]='1. Nd2 *'
  [results]='1-0' [stars]='*' [empty games]=$'[Event "x"]\n\n*\n'
  [wrong positions]=$'[FEN "k/9/x/pppppppp/8/8/8/K7 w KQkq e3 0 1"]\n\n1. e4 *\n'
)
declare -A runs=(
  [brackets]='((((((((((((((((' [braces]='{ a b c d e f g h { { ' [quotes]='[Event "a\'
  [one line]='1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 ' [variations]='1. e4 (1. d4 (1. c4) '
  [glyphs]='e4 $1 !? ?? $999 '
)
generate() {
  case $1 in
  zeros) cat /dev/zero ;;
  random) cat /dev/urandom ;;
  *) if [ "${lines[$1]:-}" ]; then yes "${lines[$1]}"; else yes "${runs[$1]}" | tr -d '\n'; fi ;;
  esac 2>/dev/null | head -c "$megabytes"000000
}

[ $# -gt 0 ] || set -- "${!runs[@]}" "${!lines[@]}" zeros random
ticks=$(getconf CLK_TCK)
echo "| hostile PGN | MB/s | MiB |"
echo "|---|---|---|"
for kind; do
  "$nuskha" check --from pgn --jobs 1 - < <(generate "$kind") >/dev/null 2>&1 &
  pid=$! time=1 memory=0
  while line=$(cat "/proc/$pid/stat" 2>/dev/null) && size=$(grep VmHWM "/proc/$pid/status" 2>/dev/null); do
    read -r -a fields <<<"${line##*) }"
    time=$((fields[11] + fields[12]))
    memory=${size//[!0-9]/}
    sleep 0.05
  done
  wait "$pid" || true # findings are a status
  awk -v kind="$kind" -v mb="$megabytes" -v time="$time" -v ticks="$ticks" -v kib="$memory" \
    'BEGIN { printf "| %s | %.1f | %.0f |\n", kind, mb / ((time ? time : 1) / ticks), kib / 1024 }'
done
