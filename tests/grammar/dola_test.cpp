#include "grammar/dola.hpp"

#include <initializer_list>
#include <string_view>

#include <catch2/catch.hpp>
#include <tao/pegtl/contrib/analyze.hpp>

namespace {

namespace pegtl = tao::pegtl;
namespace rules = nuskha::grammar::dola;

template <class Rule>
bool matches(std::string_view text) {
  pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*> in(
      text.data(), text.data() + text.size(), "");
  return pegtl::parse<Rule>(in) && in.empty();
}

template <class Rule>
void check(std::initializer_list<std::string_view> good,
           std::initializer_list<std::string_view> bad = {}) {
  for (const std::string_view text : good) {
    INFO(text);
    CHECK(matches<Rule>(text));
  }
  for (const std::string_view text : bad) {
    INFO(text);
    CHECK_FALSE(matches<Rule>(text));
  }
}

}  // namespace

TEST_CASE("The grammar cannot loop without reading", "[dola][grammar]") {
  CHECK(pegtl::analyze<rules::document>(1) == 0);
  CHECK(pegtl::analyze<rules::short_move>(1) == 0);
  CHECK(pegtl::analyze<rules::search<rules::claim>>(1) == 0);
  CHECK(pegtl::analyze<rules::search<rules::position_game>>(1) == 0);
}

TEST_CASE("Every text is a document", "[dola][grammar]") {
  check<rules::document>({"", "x", "((((", "&&&", "\xFF\xFE\x80", "Pf2-f5", "Pf2-", "{", "[A \"",
                          "1)", "\xC3", std::string_view("\0\0", 2)});
}

TEST_CASE("Squares", "[dola][grammar]") {
  check<rules::square>({"a1", "j10", "n14", "p16", "J1", "f9"},
                       {"q1", "a0", "a17", "a", "10", "a01", "", "a 1"});
}

TEST_CASE("Blanks, line ends and dashes of every kind", "[dola][grammar]") {
  check<rules::blank>({" ", "\t", "\u00A0", "\u2009", "\u202F", "\u200B", "\u3000", "\uFEFF"},
                      {"\n", "a", ""});
  check<rules::gap>({"", " ", "\n", " \r\n\t", "\u00A0\n "}, {"\n\n", "\r\n \r\n", "a"});
  check<rules::dash>({"-", "–", "—", "−", "‑", "‐"}, {"_", "=", "", "--"});
}

TEST_CASE("A piece's name is the longest before its square", "[dola][grammar]") {
  check<pegtl::seq<rules::piece, pegtl::opt<rules::blank>, rules::square>>(
      {"Pf2", "pf2", "CFi10", "cfi10", "Cf2", "cf2", "CFf2", "cff5", "SDd4", "dd4", "STj10", "Fe4",
       "SF f1", "Kg1", "Zh8", "CAb3", "CTC1", "CC1"},
      {"f2", "kg1", "xf2", "CFG", "PPPf2"});
}

TEST_CASE("Moves", "[dola][grammar]") {
  check<rules::long_move>(
      {"Pf2-f5", "CFi10-h7", "pf2–f5", "Pf2 - f5", "CFi10-\nh7", "CFg7xCTd8", "Pg6xFd7",
       "cfg7xctd8", "CFG7XCTD8", "De1×Ff2", "CFg7:CTd8", "Pc9 x CFd8", "CFg7xd8", "CFg7-CTd8",
       "Pf2--f5", "P f2-f5", "SDa1-p16"},
      {"Pf2f5", "f2-f5", "Pf2-", "Pf2-f17", "Rm1 - Dh13", "Pf2 : f5", "Pf2-f55", "Pf2-\n\nf5"});
  check<rules::dashless_move>({"Pf2f5", "CTh1g3"}, {"Pf2 f5", "f2f5"});
  check<rules::unnamed_move>({"f2-f5", "f2xPe3", "f2xe3"}, {"Pf2-f5", "f2", "f2f5", "f2 - f5"});
  check<rules::short_capture>({"CFxCTd8", "Pxd8"}, {"CF x d8", "xd8"});
  check<rules::move>({"Pf2-f5", "Pf2f5", "f2-f5", "CFxd8", "00", "Te1-e8+ (T=T+CT)"},
                     {"Pf2", "Pf2-", "P", "e4"});
}

TEST_CASE("Castling", "[dola][grammar]") {
  check<rules::castling>({"00",
                          "000",
                          "0-0",
                          "0-0-0",
                          "O-O",
                          "O-O-O",
                          "o-o",
                          "oo",
                          "ooo",
                          "OO",
                          "0–0",
                          "O—O—O",
                          "0 - 0",
                          "00 (Rf1-i1,Tj1-h1)",
                          "00\n(Rf1-i1)",
                          "00(STj10-h10)",
                          "000(Rh1-b1,Ta1-c1)",
                          "00(Rh1-m1 ,Tn1-l1)",
                          "00[Rf1-i1 et Tj1-h1]",
                          "petit roque",
                          "Grand Roque",
                          "00(Rf1-i1"},
                         {"0", "0000", "00a", "0-0-1", "oups", "O-"});
}

TEST_CASE("What may follow the squares of a move", "[dola][grammar]") {
  check<rules::check_marks>(
      {"+", "++", "#", "†", "‡", "ech", "ech.", "éch.", "échec", "ÉCHEC", "e\u0301chec", "mat",
       "MAT", "échec et mat", "échec au roi", "double échec", "échec double", "et mat"},
      {"mat en 3", "matin", "échecs perpétuel", "-"});
  check<rules::en_passant>({"ep", "e.p.", "e.p", "EP", "en passant", "prise en passant"},
                           {"e", "epee", "passant"});
  check<rules::promotion>({"=SD", "= SD", "=sd", "/CF", "=Dame", "= Super Tour"},
                          {"=", "SD", "=Sd4"});
  check<rules::tight_promotion>({"SD", "D"}, {"sd", "SDe", "SDT"});
  check<rules::note>(
      {"(F=F+CF)", "(T+=T+CT)", "(CT)", "(conv3)", "(Conv3)", "(convention2)", "(SD = SD + CT)",
       "[D=D+CF]", "(SD=SD+CF, conv3)", "(convention n° 2)", "(+CT)", "(D+CF)", "(=SD)", "(SD)",
       "(ep)", "(mat)", "(T=T+CT", "(T=T+CT.)", "(R=R+CA)"},
      {"(bon coup)", "(SD protégée par CFf5)", "()", "(conv4)", "(T=T)"});
  check<rules::glyph>({"!", "??", "!?", "$5", "$139"}, {"!!!", "$", "$1234"});
}

TEST_CASE("Move numbers", "[dola][grammar]") {
  check<rules::number>({"1)", "45)", "1.", "1...", "12…", "1°)", "1°", "1 )", "3\n)", "1) ..."},
                       {"0)", "01)", "12345678)", "1.5", "1", "1-", "1ère", ")"});
  check<pegtl::seq<rules::number, rules::gap, rules::move>>(
      {"1- Pf2-f5", "1-00", "1/Pf2-f5", "1 Pf2-f5", "1Pf2-f5", "1: Pf2-f5", "10- O-O"});
}

TEST_CASE("Results", "[dola][grammar]") {
  check<rules::result>({"Les blancs abandonnent",
                        "Les\nnoirs abandonnent",
                        "noirs abandonnent",
                        "Les blancs ont abandonné",
                        "abandon",
                        "abandon des noirs",
                        "Les blancs gagnent",
                        "les noirs ont gagné",
                        "gain blanc",
                        "victoire des noirs",
                        "les noirs sont mat",
                        "Les blancs sont échec et mat",
                        "Les blancs perdent",
                        "pat",
                        "nulle",
                        "Partie nulle",
                        "match nul",
                        "nulle par accord mutuel",
                        "nulle par répétition des coups",
                        "nulle par échec perpétuel",
                        "1-0",
                        "0-1",
                        "½-½",
                        "1/2-1/2",
                        "1 - 0",
                        "1:0",
                        "0,5-0,5",
                        "*",
                        "Résultat : 1-0",
                        "Resultat : nulle"},
                       {"1-00", "0-0", "1-0-0", "patate", "Les blancs", "annulle", "1-", "10-0"});
}

TEST_CASE("Headings", "[dola][grammar]") {
  using heading = pegtl::seq<rules::heading, rules::blanks, pegtl::opt<rules::colon>>;
  check<heading>(
      {"1èrePartie de Dola-Sultan :", "2ème Partie de Dola-Sultan :",
       "1ère\npartie de Dola-Qinwan :", "Partie 3", "Partie n° 2 de Dola-Sinwan",
       "PARTIE N°6 DE DOLA-SULTAN",
       "Première partie :", "premiere partie de Dola Sultan :", "La 3e partie de Dolasawlajane",
       "Partie IX", "Partie de Dola-Qinwan n° 10", "1ere partie de dola sultan :", "1er partie",
       "Partie d'échecs :", "11ème partie de Capablanca chess :", "Partie de Dola – Sinwan",
       "Partie #4", "seconde partie"},
      {"Partie", "partie de la finale", "Partie nulle", "1ère partie du plan", "la partie",
       "1ère parties", "Partie de campagne", "Première"});
  check<rules::suite>({"Suite(1ère Partie de Dola-Sinwan)", "Suite (1ère\nPartie de Dola-Sinwan) :",
                       "Suite de la 1ère partie de Dola-Sinwan :", "(suite)", "Suite :",
                       "Suite et fin (2eme partie)", "1ère Partie de Dola-Sinwan (suite)"},
                      {"Suite", "suite logique", "(ainsi de suite)"});
  check<rules::tag>({"[Event \"x\"]", "[ White \"a \\\"b\\\" \\\\\" ]", "[FEN \"\"]"},
                    {"[Event]", "[Event \"x]", "[Event \"x\ny\"]", "[1 \"x\"]"});
  check<rules::player>({"Blancs : Béchir Dola", "Noirs: O. Martin-Durand", "Les blancs : X"},
                       {"Blancs : Rm1; Dh13", "Blancs : 28 pièces", "Blancs :", "Blancs"});
}

TEST_CASE("Lists of men", "[dola][grammar]") {
  check<rules::army_head>(
      {"Blancs:", "Noirs (14 pièces) :", "Les blancs (15 pièces ) :", "Noirs 14 pièces :"},
      {"Blancs:28", "Blancs", "Blancs (x) :"});
  check<rules::man>({"Rm1", "STf14", "ph7", "R m1"}, {"m1", "Rm", "Rm1x", "Rq1"});
  check<rules::label>({"pions :", "Pions:", "Tours :", "Super Tours :"}, {"pions", "chats :"});
  check<rules::total>({"Total : 15 pièces blanches", "total 16 pieces noires", "Total: 9"},
                      {"Total :", "Totalement 15"});
  check<rules::position_heading>(
      {"Position finale de la première partie :", "Position finale :", "POSITION FINALE:",
       "Position après le 20ème coup :", "Position :"},
      {"Position finale", "Positions :", "position du soleil"});
}

TEST_CASE("Claims in remarks", "[dola][grammar]") {
  check<rules::claim>(
      {"Dame protégée par Te8\n(T=T+CT) et Pf6", "SD protégée par CFf5", "Tour protégée par Pf5",
       "protege par Te8", "SuperDame est protégée par le CFf5, la Th1 & le pion g6",
       "Tour défendue par Te8", "protégé par Cavalier Tour en g5"},
      {"protégée", "protégée par", "Dame protégée par la ruse", "par Te8"});
}

TEST_CASE("What was meant as a move and is none", "[dola][grammar]") {
  check<rules::unreadable_move>({"Pe4-z5", "CT3-g5", "Te1-", "Pf9xzz", "X1:y2"},
                                {"Pe4", "mi-temps", "e", "12-5", "peut-être"});
}
