#!/bin/bash
# That pgn-extract and nuskha read the same games and moves: of games made here both read as many
# games and plies as were made, and every game that pgn-extract accepts, of these and of all PGN that
# Debian packages installed, is one of nuskha's with the same moves, in the same order. Status 77: no
# pgn-extract.
#
#   pgn_agrees.sh NUSKHA PGN_GAMES [KILOBYTES]
set -eu
nuskha=$1 games=$2 kilobytes=${3:-200}
export PATH="$PATH:/usr/games" LC_ALL=C
command -v pgn-extract >/dev/null || exit 77
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# One line a game: the moves of its main line as coordinates. pgn-extract 19.04 names promoted men
# with capital letters.
theirs() {
  pgn-extract -s -C -V -N -Wuci --notags --nomovenumbers -w 10000000 "$1" 2>/dev/null |
    sed -n 's/ *\(1-0\|0-1\|1\/2-1\/2\|\*\)$//p' | tr A-Z a-z
}
ours() {
  { "$nuskha" convert --from pgn --to pgn --moves uci "$1" 2>/dev/null || true; } | awk '
    /^\[[A-Za-z0-9_]+ "/ && !in_comment { next }
    {
      for (i = 1; i <= NF; i++) {
        word = $i
        while (word != "") {
          if (in_comment) {
            close_at = index(word, "}")
            if (close_at == 0) { word = ""; continue }
            in_comment = 0
            word = substr(word, close_at + 1)
          } else if (word ~ /^[{]/) {
            in_comment = 1
            word = substr(word, 2)
          } else if (word ~ /^[(]/) {
            depth++
            word = substr(word, 2)
          } else if (word ~ /^[)]/) {
            depth--
            word = substr(word, 2)
          } else {
            match(word, /^[^(){}]+/)
            token = substr(word, 1, RLENGTH)
            word = substr(word, RLENGTH + 1)
            if (depth > 0) continue
            if (token ~ /^(1-0|0-1|1\/2-1\/2|[*])$/) { print line; line = "" }
            else if (token !~ /^([0-9]+[.]+|[$].*)$/) line = line (line == "" ? "" : " ") token
          }
        }
      }
    }'
}

failed=0
agree() { # file
  theirs "$1" >"$scratch/theirs"
  ours "$1" >"$scratch/ours"
  # Where pgn-extract gives up, it writes games without moves.
  if diff "$scratch/theirs" "$scratch/ours" | grep '^< .' >"$scratch/alone"; then
    echo "$1: $(wc -l <"$scratch/alone") of $(wc -l <"$scratch/theirs") games have other moves; the first:"
    head -n 1 "$scratch/alone"
    failed=1
  fi
  accepted=$((accepted + $(wc -l <"$scratch/theirs")))
}

accepted=0
for kind in plain comments variations; do
  file=$scratch/$kind.pgn
  "$games" chess $kind "$kilobytes" >"$file" 2>"$scratch/made"
  agree "$file"
  for side in theirs ours; do
    read_of_it=$(awk '{ plies += NF } END { print NR " games, " plies " plies" }' "$scratch/$side")
    if [ "$read_of_it" != "$(cat "$scratch/made")" ]; then
      echo "$kind: $(cat "$scratch/made") were made, $side are $read_of_it"
      failed=1
    fi
  done
done
echo "$accepted games made here agree"

accepted=0
while read -r file; do agree "$file"; done < <(find /usr/share -name '*.pgn' | sort)
echo "$accepted games in /usr/share that pgn-extract accepts were compared"
exit $failed
