#include "text/source.hpp"

#include <chrono>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "text/utf8.hpp"

using namespace nuskha::text;

namespace {

// The place of every offset, counted from the start of the text, one code point after the other.
std::vector<Place> counted(std::string_view text) {
  std::vector<Place> places;
  Place place;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    REQUIRE(c.size > 0);
    places.resize(i + c.size, place);
    const bool in_crlf = c.value == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if ((c.value == '\n' || c.value == '\r') && !in_crlf)
      place = {place.line + 1, 1};
    else
      ++place.column;
    i += c.size;
  }
  places.push_back(place);
  return places;
}

void check_every_offset(const Source& source) {
  const std::string_view text = source.text();
  const std::vector<Place> places = counted(text);
  std::uint64_t before = 0;
  std::size_t wrong = 0;
  for (std::uint32_t i = 0; i <= text.size(); ++i) {
    wrong += source.place(i) != places[i];
    const std::uint64_t byte = source.byte_offset(i);
    wrong += byte < before || byte > source.bytes().size();
    before = byte;
  }
  INFO(source.name());
  CHECK(wrong == 0);
  CHECK(source.byte_offset(std::uint32_t(text.size())) == source.bytes().size());
}

std::string utf16(std::u16string_view text, bool big_endian) {
  std::string out = big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char16_t unit : text) {
    const char high = char(unit >> 8), low = char(unit & 0xFF);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  }
  return out;
}

}  // namespace

TEST_CASE("an encoding is found and becomes UTF-8", "[text][source]") {
  struct Case {
    std::string bytes;
    Encoding encoding;
    std::string text;
  };
  const std::vector<Case> cases = {
      {"", Encoding::utf8, ""},
      {"Pf2-f5\n", Encoding::utf8, "Pf2-f5\n"},
      {"prot\xC3\xA9g\xC3\xA9"
       "e",
       Encoding::utf8, "protégée"},
      {"\xEF\xBB\xBFprot\xC3\xA9g", Encoding::utf8_bom, "protég"},
      {"\xEF\xBB\xBF", Encoding::utf8_bom, ""},
      {"prot\xE9g\xE9"
       "e",
       Encoding::latin1, "protégée"},
      {"l\x92\xE9"
       "chec \x96 \x80",
       Encoding::windows1252, "l’échec – €"},
      {"\x81\x8D\x8F\x90\x9D", Encoding::windows1252, "\u0081\u008D\u008F\u0090\u009D"},
      {"\xC3\xA9\xC3\xA9 \xE9 \x92", Encoding::mixed, "éé é ’"},
      {"\xC3\xA9\xC3\xA9\xC3\xA9 \xE9 \x92", Encoding::mixed, "ééé é ’"},
      {"M\xC3\xBCller, Gr\xFCnfeld", Encoding::mixed, "Müller, Grünfeld"},
      {"\xC3\xA9 \xFF", Encoding::mixed, "é ÿ"},
      {"\xC3\xA9 \xE9 \xE8 \xEA \xEB \xFC", Encoding::latin1, "Ã© é è ê ë ü"},
      {"\xEF\xBB\xBF\xE9", Encoding::mixed, "é"},
      {utf16(u"é♞\U0001F600x", false), Encoding::utf16le, "é♞😀x"},
      {utf16(u"é♞\U0001F600x", true), Encoding::utf16be, "é♞😀x"},
      {"\xFF\xFE", Encoding::utf16le, ""},
      {"\xED\xA0\x80", Encoding::windows1252, "í\u00A0€"},       // a surrogate is no UTF-8
      {"\xC0\xAF", Encoding::latin1, "À¯"},                      // nor is an overlong form
      {"\xF4\x90\x80\x80", Encoding::windows1252, "ô\u0090€€"},  // nor what lies beyond U+10FFFF
      {"\xE2\x99", Encoding::windows1252, "â™"},                 // nor half a figurine
  };
  for (const Case& c : cases) {
    const Source source("case", c.bytes);
    INFO(to_string(c.encoding) << ' ' << c.text);
    CHECK(source.encoding() == c.encoding);
    CHECK(source.text() == c.text);
    CHECK(source.bytes() == c.bytes);
  }
}

TEST_CASE("letters of DOS are told by where they stand", "[text][source]") {
  // In their words, alone in a text.
  for (const auto& [bytes, text] : std::vector<std::pair<std::string, std::string>>{
           {"M\x81ller", "Müller"},
           {"Bj\x94rn", "Björn"},
           {"Andr\x82", "André"},
           {"Ren\x82"
            "e",
            "Renée"},
           {"Gen\x8Ave", "Genève"},
           {"M\x9ALLER", "MÜLLER"},
           {"\x90tienne", "Étienne"},
           {"\x8F"
            "ge",
            "Åge"},
           {"Garc\xA1"
            "a",
            "García"},
           {"Nu\xA4"
            "ez",
            "Nuñez"},
           {"K\x81hl, Stra\xE1"
            "e, S\xA0nchez",
            "Kühl, Straße, Sánchez"},
           {"S\x9Brensen, \x9Dstergaard", "Sørensen, Østergaard"},
           {"na\x8Bve fa\x87on", "naïve façon"},
       }) {
    const Source source("case", bytes);
    INFO(text);
    CHECK(source.encoding() == Encoding::code_page_850);
    CHECK(source.text() == text);
    CHECK(source.misfits().count == 0);
    for (std::uint32_t at = 0; at < source.text().size(); ++at)
      CHECK(source.byte_offset(at) == count_code_points(source.text().substr(0, at + 1)) - 1);
  }
  // What stands where it belongs in Windows-1252, Latin-1 or a code page like these.
  for (const char* bytes : {"\x84"
                            "Das Spiel\x93, sagt er",
                            "\x82"
                            "Das Spiel\x91",
                            "the \x93"
                            "Dragon\x94s tail",
                            "d\x92Orville",
                            "e4\x96"
                            "e5",
                            "one\x97two", "and so on\x85 wait\x85what",
                            "\x8A"
                            "achy",
                            "Bo\x9E"
                            "ena",
                            "\x8Euvre c\x9Cur", "5\x80, Fritz\x99",
                            "30\xA0min, a\xA0"
                            "b",
                            "M\xFCller, \xA1Hola!, \xA3"
                            "5",
                            "K\xF8"
                            "benhavn, Tromp\xE9 \x81",
                            "\xA3\xF3"
                            "d\xBC",
                            "Mu\xF1oz, Le\xA2n", "a \x81 b", "\x81"}) {
    INFO(bytes);
    CHECK(Source("case", bytes).encoding() != Encoding::code_page_850);
  }
}

TEST_CASE("what does not fit an encoding is counted", "[text][source]") {
  const Source undefined("undefined", "\xE9 \x81 \x90 \xA9");
  CHECK(undefined.encoding() == Encoding::windows1252);
  CHECK(undefined.misfits().count == 2);
  CHECK(undefined.misfits().first == 3);

  const Source mixed("mixed", "\xC3\xA9\xC3\xA9\xC3\xA9 \xE9 \x92");
  CHECK(mixed.misfits().count == 2);
  CHECK(mixed.text().substr(mixed.misfits().first) == "é ’");

  const Source unpaired("unpaired", utf16(u"a\xD800"
                                          u"b\xDC00",
                                          false) +
                                        "c");
  CHECK(unpaired.text() == "a\uFFFDb\uFFFD\uFFFD");
  CHECK(unpaired.misfits().count == 3);
  CHECK(unpaired.misfits().first == 1);

  CHECK(Source("fine", "prot\xE9g\xE9").misfits().count == 0);
}

TEST_CASE("LF, CRLF and a lone CR end a line; a tab is one column", "[text][source]") {
  const Source source("lines", "a\nbé\tc\r\nd\re\r\r\n\nf");
  const std::string_view text = source.text();
  CHECK(source.place(0) == Place{1, 1});
  CHECK(source.place(std::uint32_t(text.find('c'))) == Place{2, 4});
  CHECK(source.place(std::uint32_t(text.find('d'))) == Place{3, 1});
  CHECK(source.place(std::uint32_t(text.find('e'))) == Place{4, 1});
  CHECK(source.place(std::uint32_t(text.find('f'))) == Place{7, 1});
  CHECK(source.place(1'000'000) == Place{7, 2});
  CHECK(source.text(source.line_around(std::uint32_t(text.find('c')))) == "bé\tc");
  CHECK(source.text(source.line_around(0)) == "a");
  CHECK(source.text(source.line_around(std::uint32_t(text.size()))) == "f");
  CHECK(Source("later", "a\nb", {41, 7}).place(0) == Place{41, 7});
  CHECK(Source("later", "a\nb", {41, 7}).place(2) == Place{42, 1});
  CHECK(Source("empty", "").place(0) == Place{1, 1});
  CHECK(Source("empty", "").line_around(0) == Span{0, 0});
}

TEST_CASE("places and byte offsets agree with counting, in every encoding", "[text][source]") {
  const std::u16string piece = u"1) Pf2-f5 & é♞\U0001F600\tx\r\n\r\n";
  std::u16string long_text;
  for (int i = 0; i < 150; ++i) long_text += piece;
  std::string utf8, latin1;
  for (int i = 0; i < 150; ++i) {
    utf8 += "1) Pf2-f5 & é♞😀\tx\r\n\r\n";
    latin1 += "1) Pf2-f5 & \xE9\xE8\tx\r";
  }
  std::string mixed = utf8;
  for (std::size_t i = 0; i < mixed.size(); ++i)
    if (mixed[i] == '\t') mixed[i] = '\x92';
  check_every_offset(Source("utf8", utf8));
  check_every_offset(Source("bom", "\xEF\xBB\xBF" + utf8));
  check_every_offset(Source("latin1", latin1));
  check_every_offset(Source("windows1252", latin1 + "\x92"));
  check_every_offset(Source("mixed", mixed));
  check_every_offset(Source("utf16le", utf16(long_text, false)));
  check_every_offset(Source("utf16be", utf16(long_text, true)));
}

TEST_CASE("whatever the bytes, the text is valid UTF-8 and its places agree with counting",
          "[text][source]") {
  // Pieces that make every encoding likely, and their faults.
  const std::vector<std::string> pieces = {"\xEF\xBB\xBF",
                                           "\xFF\xFE",
                                           "\xFE\xFF",
                                           "\xC3\xA9",
                                           "\xE2\x99\x9E",
                                           "\xF0\x9F\x98\x80",
                                           "\xE9",
                                           "\x92",
                                           "\xD8",
                                           "\xDC",
                                           "\r",
                                           "\n",
                                           "\t",
                                           "a",
                                           std::string(1, '\0'),
                                           std::string(300, 'x')};
  std::mt19937 random(2003);
  for (int i = 0; i < 500; ++i) {
    std::string bytes;
    for (std::size_t n = random() % 30; n > 0; --n) bytes += pieces[random() % pieces.size()];
    for (std::size_t n = random() % 3; n > 0; --n) bytes += char(random());
    check_every_offset(Source("random", bytes));
  }
}

TEST_CASE("a byte offset points at the same letter", "[text][source]") {
  const Source source("x", "\xE9\xE9\xE9 Pf2");
  const auto p = std::uint32_t(source.text().find('P'));
  CHECK(source.bytes().substr(source.byte_offset(p)) == "Pf2");
  const Source wide("y", utf16(u"é\U0001F600P", true));
  CHECK(wide.byte_offset(std::uint32_t(wide.text().find('P'))) == 2 + 2 + 4);
}

TEST_CASE("places in one line of 10 MB take no longer there than elsewhere", "[text][source]") {
  std::string bytes(10'000'000, 'x');
  for (std::size_t i = 0; i < bytes.size(); i += 100) bytes[i] = '\xE9';
  const Source source("line", std::move(bytes));
  std::mt19937 random(1);
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t wrong = 0;
  for (int i = 0; i < 100'000; ++i) {
    const auto column = random() % 10'000'000;
    // Each hundredth letter has two bytes, the others one.
    const auto offset = std::uint32_t(column + (column + 99) / 100);
    const Place place = source.place(offset);
    wrong += place.line != 1 || place.column != column + 1;
    wrong += source.byte_offset(offset) != column;
  }
  CHECK(wrong == 0);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("a survey counts what decoding byte after byte finds", "[text]") {
  // Leads, tails and ASCII in every order, alone and behind a stretch that is skipped.
  const std::string bytes = "a\x80\x8F\x90\xA0\xBF\xC0\xC3\xE0\xE2\xED\xF0\xF1\xF4\xF5";
  std::mt19937 random(3);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 3 == 0 ? random() % 70 : 0, 'x');
    for (unsigned size = random() % 12; size > 0; --size) text += bytes[random() % bytes.size()];
    if (random() % 3 == 0) text.append(random() % 40, 'x');
    Utf8Survey expected;
    for (std::size_t i = 0; i < text.size();) {
      const std::uint32_t size = decode_utf8(text, i).size;
      expected.multi_byte += size > 1;
      expected.stray += size == 0;
      i += std::max(size, 1u);
    }
    for (const char c : text) expected.upper_control |= (c & 0xE0) == 0x80;
    const Utf8Survey seen = survey_utf8(text);
    INFO(text);
    REQUIRE(seen.multi_byte == expected.multi_byte);
    REQUIRE(seen.stray == expected.stray);
    REQUIRE(seen.upper_control == expected.upper_control);
  }
}
