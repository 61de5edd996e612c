#!/bin/bash
# Nodes per second of perft from the array of every variant, beside Debian's stockfish and
# fairy-stockfish: one thread, the last ply counted and not played on all sides, alternating runs,
# medians of CPU time. Prints the table of docs/PERFORMANCE.md.
#
#   cmake --preset release -DNUSKHA_BENCH=ON && cmake --build --preset release
#   tests/bench/perft.sh [ROUNDS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bench=${PERFT_BENCH:-$here/../../build/release/tests/bench/perft_bench}
rounds=${1:-7}
export PATH="$PATH:/usr/games" LC_ALL=C

# Contestants: name, then what to run. The engines print no time, so the CPU time of the same run to
# depth 1 (start-up) is taken off.
contestants=(
  "chess|nuskha chess 6"
  "chess|stockfish chess 6"
  "chess|fairy-stockfish chess 6"
  "Chess960|nuskha chess960 6"
  "Capablanca|nuskha capablanca 5"
  "Capablanca|fairy-stockfish capablanca 5"
  "Janus|nuskha janus 5"
  "Janus|fairy-stockfish janus 5"
  "Dola-Sultan|nuskha dola-sultan 5"
  "Dola-Qinwan|nuskha dola-qinwan 5"
  "Dola-Sinwan|nuskha dola-sinwan 5"
  "Dolasawlajane|nuskha dolasawlajane 4"
  "grand|fairy-stockfish grand 4"
)

engine() {  # program variant depth -> "nodes seconds"
  local out seconds
  # With TIMEFORMAT=%U, bash's time prints the user seconds after what the command prints.
  local TIMEFORMAT='seconds %U'
  out=$({ time printf '%s\n' "setoption name UCI_Variant value $2" "position startpos" \
    "go perft $3" quit | "$1" 2>/dev/null; } 2>&1)
  seconds=$(sed -n 's/^seconds //p' <<<"$out")
  echo "$(sed -n 's/^Nodes searched: //p' <<<"$out") $seconds"
}

run() {  # program variant depth -> "nodes seconds"
  if [ "$1" = nuskha ]; then
    "$bench" "$2" "$3"
  else
    command -v "$1" >/dev/null || return 0
    local whole start
    start=$(engine "$1" "$2" 1)
    whole=$(engine "$1" "$2" "$3")
    awk -v w="$whole" -v s="$start" \
      'BEGIN { split(w, a); split(s, b); printf "%s %.3f\n", a[1], a[2] - b[2] }'
  fi
}

results=$(mktemp)
trap 'rm -f "$results"' EXIT
for ((round = 1; round <= rounds; round++)); do
  for contestant in "${contestants[@]}"; do
    IFS='|' read -r game command <<<"$contestant"
    # shellcheck disable=SC2086
    figures=$(run $command)
    [ -z "$figures" ] || echo "$game|${command%% *}|${command##* }|$figures" >>"$results"
  done
  echo "round $round of $rounds" >&2
done

awk -F'|' -v rounds="$rounds" '
  {
    key = $1 "|" $2
    split($4, figures, " ")
    if (!(key in count)) order[++keys] = key
    depth[key] = $3; nodes[key] = figures[1]
    speed[key, ++count[key]] = figures[1] / (figures[2] > 0.001 ? figures[2] : 0.001) / 1e6
  }
  function median(key,   i, j, n, t, v) {
    n = count[key]
    for (i = 1; i <= n; i++) v[i] = speed[key, i]
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
  }
  function ratio(a, b) { return (a in m) && (b in m) ? sprintf("%.2f", m[a] / m[b]) : "-" }
  END {
    print "| game | program | depth | nodes | million nodes/s |"
    print "|---|---|---|---|---|"
    for (i = 1; i <= keys; i++) {
      split(order[i], part, "|")
      m[order[i]] = median(order[i])
      printf "| %s | %s | %s | %s | %.1f |\n", part[1], part[2], depth[order[i]], nodes[order[i]],
             m[order[i]]
    }
    print "\n| ratio | aim | measured |"
    print "|---|---|---|"
    print "| chess to Stockfish on chess | 0.50 | " ratio("chess|nuskha", "chess|stockfish") " |"
    print "| chess to Fairy-Stockfish on chess | | " ratio("chess|nuskha", "chess|fairy-stockfish") " |"
    print "| Dola-Sultan to Fairy-Stockfish on grand | 2.00 | " \
          ratio("Dola-Sultan|nuskha", "grand|fairy-stockfish") " |"
    print "| Dolasawlajane to Dola-Sultan | 0.33 | " \
          ratio("Dolasawlajane|nuskha", "Dola-Sultan|nuskha") " |"
    print "| Capablanca to Fairy-Stockfish | | " \
          ratio("Capablanca|nuskha", "Capablanca|fairy-stockfish") " |"
    print "| Janus to Fairy-Stockfish | | " ratio("Janus|nuskha", "Janus|fairy-stockfish") " |"
    print "\nMedians of " rounds " rounds."
  }' "$results"
