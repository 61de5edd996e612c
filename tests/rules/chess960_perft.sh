#!/bin/sh
# Writes corpus/perft/chess960.perft to standard output: arrays by Scharnagl's numbers and some
# hostile castling positions, counted by Debian's stockfish.
#
#   tests/rules/chess960_perft.sh >corpus/perft/chess960.perft
set -eu
engine=${STOCKFISH:-/usr/games/stockfish}

# The first rank of array number $1, in small letters.
array() {
  awk -v n="$1" '
    function place(piece, index_of_free,   i) {
      for (i = 0; i < 8; i++)
        if (square[i] == "" && index_of_free-- == 0) { square[i] = piece; return }
    }
    BEGIN {
      square[2 * (n % 4) + 1] = "b"; n = int(n / 4)
      square[2 * (n % 4)] = "b"; n = int(n / 4)
      place("q", n % 6); n = int(n / 6)
      split("nnrkr nrnkr nrknr nrkrn rnnkr rnknr rnkrn rknnr rknrn rkrnn", rest, " ")
      for (i = 1; i <= 5; i++) place(substr(rest[n + 1], i, 1), 0)
      for (i = 0; i < 8; i++) row = row square[i]
      print row
    }'
}

# Counts of FEN $1 to depth $2.
counts() {
  depth=1
  while [ "$depth" -le "$2" ]; do
    printf 'setoption name UCI_Chess960 value true\nposition fen %s\ngo perft %s\nquit\n' \
      "$1" "$depth" | "$engine" | sed -n "s/^Nodes searched: /perft $depth /p"
    depth=$((depth + 1))
  done
}

cat <<END
# Chess960: arrays by Scharnagl's numbers, and positions made to try castling.
# Source: $(printf 'quit\n' | "$engine" | sed -n '1s/ by .*//p') as packaged by Debian 12, UCI_Chess960, go perft; made by
# tests/rules/chess960_perft.sh.
END
for number in 0 40 80 120 160 200 240 280 320 360 400 440 480 518 560 600 640 680 720 760 800 \
  840 880 920 959; do
  row=$(array "$number")
  upper=$(printf %s "$row" | tr a-z A-Z)
  fen="$row/pppppppp/8/8/8/8/PPPPPPPP/$upper w KQkq - 0 1"
  printf '\nid array %s\nfen %s\n' "$number" "$fen"
  counts "$fen" 4
done
while IFS='|' read -r id fen depth; do
  printf '\nid %s\nfen %s\n' "$id" "$fen"
  counts "$fen" "$depth"
done <<END
the rook uncovers a queen on a1|4k3/8/8/8/8/8/8/qR1K3R w KB - 0 1|4
the rook uncovers a rook beside the king|4k3/8/8/8/8/8/8/rR2K2R w HB - 0 1|4
king and rook change places|1k6/8/8/8/8/8/8/2RK2R1 w GC - 0 1|4
king on his target square|rk4r1/pppp1ppp/8/8/8/8/PPPP1PPP/1R4KR w HBag - 0 1|4
an inner rook holds the right|rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1|3
attacked squares on the way|1r2k2r/8/8/2b5/8/6n1/8/1R2K2R w HBhb - 0 1|4
rights lost by captures on rook squares|r2k2r1/1P5P/8/8/8/8/1p5p/R2K2R1 w GAga - 0 1|4
END
