#!/bin/bash
# What nuskha makes of the PGN that Debian packages install, or of other files: a row for each file, then
# the findings by their codes. Fails where the games that come out and those that are left out are not
# the games that went in, or where what was written does not come back the same when it is read again.
# Status 77: no file.
#
#   pgn_debian.sh NUSKHA [FILE...]
set -eu
nuskha=$1
shift
[ $# -gt 0 ] || mapfile -t < <(find /usr/share -name '*.pgn' -type f | sort)
[ $# -gt 0 ] || set -- ${MAPFILE[@]+"${MAPFILE[@]}"}
[ $# -gt 0 ] || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Findings are no failure here.
run() {
  "$nuskha" "$@" || [ $? = 1 ]
}
# The number before a word in the last line that nuskha writes.
number() { # WORD FILE
  sed -n "\$s/^\(.*[^0-9]\)\{0,1\}\([0-9][0-9]*\) $1.*/\2/p" "$2"
}

failed=0
expect() { # WHAT LEFT RIGHT
  [ "$2" = "$3" ] && return
  echo "$file: $1: $2, expected $3" >&2
  failed=1
}

echo "| file | games | plies | rejected | findings |"
echo "|---|---|---|---|---|"
for file; do
  run check --from pgn "$file" >"$scratch/found"
  cat "$scratch/found" >>"$scratch/all"
  games=$(number 'games\{0,1\},' "$scratch/found")
  rejected=$(number rejected "$scratch/found")
  findings=$(number 'findings\{0,1\} ' "$scratch/found")
  echo "| ${file##*/} | $games | $(number 'pl[yies]*' "$scratch/found") | $rejected | ${findings:-0} |"

  run convert --from pgn "$file" >"$scratch/once" 2>"$scratch/errors"
  run convert --from pgn "$scratch/once" >"$scratch/twice" 2>"$scratch/errors"
  cmp -s "$scratch/once" "$scratch/twice" || expect "the output read again" differs "the same"
  run check --from pgn "$scratch/once" >"$scratch/found"
  expect "games in the output" "$(number 'games\{0,1\},' "$scratch/found")" "$games"

  run convert --from pgn --on-error skip "$file" >"$scratch/good" 2>"$scratch/errors"
  left_out=$(number 'games\{0,1\} left out' "$scratch/errors")
  run check --from pgn "$scratch/good" >"$scratch/found"
  kept=$(number 'games\{0,1\},' "$scratch/found")
  expect "games kept and left out" $((${kept:-0} + ${left_out:-0})) "$games"
done
echo
echo "| finding | times |"
echo "|---|---|"
sed -n 's/.*\[\([A-Z][0-9]* [a-z-]*\)\]$/\1/p' "$scratch/all" | sort | uniq -c | sort -k1,1nr -k2 |
  sed 's/^ *\([0-9]*\) \(.*\)/| \2 | \1 |/'
exit $failed
