#include "text/json.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace nuskha::text;

TEST_CASE("a string becomes valid JSON and comes back", "[text][json]") {
  const std::string all_ascii = [] {
    std::string s;
    for (int c = 0; c < 128; ++c) s += char(c);
    return s;
  }();
  for (const std::string& text : {std::string(), std::string("Dame protégée ♛ \U0001F600"),
                                  std::string("\\\"\n\r\t"), all_ascii}) {
    std::string out;
    append_json_string(text, out);
    CHECK(nlohmann::json::parse(out).get<std::string>() == text);
    for (const char c : out) CHECK(static_cast<unsigned char>(c) >= 0x20);
  }
}

TEST_CASE("bytes that are not UTF-8 become replacement characters", "[text][json]") {
  std::string out;
  append_json_string(
      "a\xE9\xFF"
      "b\xC3",
      out);
  CHECK(out ==
        "\"a\uFFFD\uFFFD"
        "b\uFFFD\"");
}
