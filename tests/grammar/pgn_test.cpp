#include "grammar/pgn.hpp"

#include <catch2/catch.hpp>
#include <tao/pegtl/contrib/analyze.hpp>

#include "grammar/fen.hpp"

TEST_CASE("the PGN grammar consumes something in every loop", "[grammar][pgn]") {
  CHECK(tao::pegtl::analyze<nuskha::grammar::pgn::text>() == 0);
}

TEST_CASE("the FEN grammar consumes something in every loop", "[grammar][fen]") {
  CHECK(tao::pegtl::analyze<nuskha::grammar::fen::record>() == 0);
  CHECK(tao::pegtl::analyze<nuskha::grammar::fen::remark>() == 0);
}
