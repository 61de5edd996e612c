#!/bin/bash
# Reading, checking and rewriting PGN beside Debian's pgn-extract and, where present, scid and
# python3-chess: one thread, CPU time, medians of alternating runs. Then what two jobs and compressed
# input cost, and the most memory. Prints the tables of docs/PERFORMANCE.md.
#
#   cmake --preset release -DNUSKHA_BENCH=ON && cmake --build --preset release
#   tests/bench/pgn.sh [ROUNDS]
#
# The games are made by pgn_games (MEGABYTES a corpus, 25 if not set) and kept in FOLDER, if set, for
# the next run; one corpus more is all the PGN that Debian packages installed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build/release}
nuskha=$build/nuskha
games=$build/tests/bench/pgn_games
rounds=${1:-5}
megabytes=${MEGABYTES:-25}
export PATH="$PATH:/usr/games" LC_ALL=C

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=${FOLDER:-$scratch}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# ---- the corpora

make_games() {  # name variant kind share of MEGABYTES in percent
  local file=$folder/$1-$megabytes.pgn
  [ -s "$file" ] || "$games" "$2" "$3" $((megabytes * 10 * $4)) >"$file" 2>"$file.counts"
  ln -sf "$file" "$scratch/$1.pgn"
  echo "| $1 | $(cat "$file.counts") | $(wc -c <"$file") bytes |"
}

echo "| corpus | games | size |"
echo "|---|---|---|"
make_games plain chess plain 100
make_games comments chess comments 100
make_games variations chess variations 84
make_games chess960 chess960 plain 80
make_games dola-sultan dola-sultan plain 80
find /usr/share -name '*.pgn' -type f | sort | while read -r file; do
  cat "$file"
  printf '\n\n'
done >"$scratch/debian.pgn"
[ ! -s "$scratch/debian.pgn" ] ||
  echo "| debian | $({ "$nuskha" check "$scratch/debian.pgn" || true; } | sed -n '$s/.*: \([0-9]* games\), .* positions\?, \([0-9]* plies\):.*/\1, \2/p') | $(wc -c <"$scratch/debian.pgn") bytes |"

# ---- contestants: stage, program, what to run on $1

declare -A run=(
  [validate,nuskha]='"$nuskha" check --jobs 1 "$1"'
  [validate,pgn-extract]='pgn-extract -s -r "$1"'
  [validate,scid]='rm -f "$scratch"/base.s*; pgnscid -f "$1" "$scratch/base"'
  [validate,python3-chess]='python3 -c "
import sys, chess.pgn
games = open(sys.argv[1], errors=\"replace\")
while chess.pgn.read_game(games): pass" "$1"'
  [san,nuskha]='"$nuskha" convert --jobs 1 "$1"'
  [san,pgn-extract]='pgn-extract -s "$1"'
  [san,python3-chess]='python3 -c "
import sys, chess.pgn
games = open(sys.argv[1], errors=\"replace\")
while game := chess.pgn.read_game(games): print(game, end=\"\\n\\n\")" "$1"'
  [uci,nuskha]='"$nuskha" convert --jobs 1 --moves uci "$1"'
  [uci,pgn-extract]='pgn-extract -s -Wuci "$1"'
  [positions,nuskha]='"$nuskha" convert --jobs 1 --to fen --positions "$1"'
  [positions,pgn-extract]='pgn-extract -s -Wepd "$1"'
)
has() {
  case $1 in
  nuskha) true ;;
  scid) command -v pgnscid >/dev/null ;;
  python3-chess) python3 -c 'import chess.pgn' 2>/dev/null ;;
  *) command -v "$1" >/dev/null ;;
  esac
}

# Sets `seconds` to the user and system time, or with `wall` to the time on the clock.
measure() {  # cpu|wall command argument
  local TIMEFORMAT='%R %U %S' figures
  figures=$({ time eval_on "$2" "$3" >/dev/null 2>&1; } 2>&1)
  # shellcheck disable=SC2086
  set -- "$1" $figures
  if [ "$1" = wall ]; then
    seconds=$2
  else
    seconds=$(awk -v u="$3" -v s="$4" 'BEGIN { print u + s }')
  fi
}
eval_on() {
  local command=$1
  shift
  eval "$command" || true # findings are a status
}

median() {
  sort -n | awk '{ v[NR] = $1 } END { if (NR) print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# ---- beside the others

results=$scratch/results
for ((round = 1; round <= rounds; round++)); do
  for corpus in plain comments variations chess960 dola-sultan debian; do
    [ -s "$scratch/$corpus.pgn" ] || continue
    for stage in validate san uci positions; do
      for program in nuskha pgn-extract scid python3-chess; do
        [ -n "${run[$stage,$program]:-}" ] && has "$program" || continue
        # Only nuskha plays these.
        case $corpus,$program in dola-sultan,nuskha) ;; dola-sultan,*) continue ;; esac
        # An interpreter takes minutes: once.
        [ "$program" != python3-chess ] || [ "$round" = 1 ] || continue
        measure cpu "${run[$stage,$program]}" "$scratch/$corpus.pgn"
        echo "$corpus $stage $program $seconds" >>"$results"
      done
    done
  done
  echo "round $round of $rounds" >&2
done

of() { # corpus stage program -> median seconds
  awk -v c="$1" -v s="$2" -v p="$3" '$1 == c && $2 == s && $3 == p { print $4 }' "$results" | median
}
echo
echo "| corpus | stage | program | seconds | MB/s | times pgn-extract |"
echo "|---|---|---|---|---|---|"
cut -d' ' -f1-3 "$results" | awk '!seen[$0]++' | while read -r corpus stage program; do
  size=$(wc -c <"$scratch/$corpus.pgn")
  awk -v t="$(of "$corpus" "$stage" "$program")" -v e="$(of "$corpus" "$stage" pgn-extract)" -v size="$size" \
    -v row="| $corpus | $stage | $program" 'BEGIN {
      if (t < 0.001) t = 0.001
      printf "%s | %.2f | %.1f | %s |\n", row, t, size / t / 1e6, e == "" ? "-" : sprintf("%.1f", e / t) }'
done

# ---- plies a second, against chess

echo
echo "| games | million plies/s, validating | of chess |"
echo "|---|---|---|"
plies() { awk '{ print $3 }' "$folder/$1-$megabytes.pgn.counts"; }
for corpus in plain chess960 dola-sultan; do
  awk -v corpus="$corpus" -v n="$(plies $corpus)" -v t="$(of $corpus validate nuskha)" \
    -v chess="$(plies plain)" -v tc="$(of plain validate nuskha)" \
    'BEGIN { printf "| %s | %.2f | %.2f |\n", corpus, n / t / 1e6, n / t / (chess / tc) }'
done

# ---- jobs and compressed input, on the clock

gzip -c "$scratch/plain.pgn" >"$scratch/plain.pgn.gz"
zstd -q -f "$scratch/plain.pgn" -o "$scratch/plain.pgn.zst"
clock=$scratch/clock
declare -A timed=(
  [one]='"$nuskha" check --jobs 1 "$scratch/plain.pgn"'
  [two]='"$nuskha" check --jobs 2 "$scratch/plain.pgn"'
  [gz]='"$nuskha" check --jobs 1 "$scratch/plain.pgn.gz"'
  [zst]='"$nuskha" check --jobs 1 "$scratch/plain.pgn.zst"'
  [gzip]='gzip -dc "$scratch/plain.pgn.gz"'
  [zstd]='zstd -dc "$scratch/plain.pgn.zst"'
)
for ((round = 1; round <= rounds; round++)); do
  for what in one two gz zst gzip zstd; do
    measure wall "${timed[$what]}" ""
    echo "$what $seconds" >>"$clock"
  done
done
wall() { awk -v w="$1" '$1 == w { print $2 }' "$clock" | median; }
echo
echo "| on the clock, plain, validating | seconds |"
echo "|---|---|"
echo "| one job | $(wall one) |"
echo "| two jobs | $(wall two) |"
echo "| one job, from .gz; gzip -dc alone | $(wall gz); $(wall gzip) |"
echo "| one job, from .zst; zstd -dc alone | $(wall zst); $(wall zstd) |"
awk -v one="$(wall one)" -v two="$(wall two)" -v gz="$(wall gz)" -v zst="$(wall zst)" -v gzip="$(wall gzip)" \
  -v zstd="$(wall zstd)" 'BEGIN {
    printf "\n| ratio | aim | measured |\n|---|---|---|\n"
    printf "| two jobs to one | 1.70 | %.2f |\n", one / two
    printf "| .gz to the larger of gzip -dc and no compression | 1.15 | %.2f |\n", gz / (gzip > one ? gzip : one)
    printf "| .zst to the larger of zstd -dc and no compression | 1.15 | %.2f |\n", zst / (zstd > one ? zstd : one) }'

# ---- memory: the peak resident size, which the kernel keeps while the process lives

peak() { # command...
  local pid most=0 line
  "$@" >/dev/null 2>&1 &
  pid=$!
  while line=$(grep VmHWM "/proc/$pid/status" 2>/dev/null); do
    line=${line//[!0-9]/}
    most=${line:-$most}
    sleep 0.02
  done
  wait "$pid" || true
  echo $((most / 1024))
}
echo
echo "| peak memory | MiB |"
echo "|---|---|"
for jobs in 1 2 8; do
  echo "| check, $jobs jobs | $(peak "$nuskha" check --jobs $jobs "$scratch/plain.pgn") |"
  echo "| convert to jsonl, $jobs jobs | $(peak "$nuskha" convert --jobs $jobs --to jsonl "$scratch/plain.pgn") |"
done
echo "| check, 1 job, ten times the input | $(peak "$nuskha" check --jobs 1 "$scratch"/plain.pgn{,,,,,,,,,}) |"
