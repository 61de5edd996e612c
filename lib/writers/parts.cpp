#include "writers/parts.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "writers/forward.hpp"

namespace nuskha::writers {
namespace {

using text::Span;

constexpr std::array<PartName, 5> names = {{
    {"comments", "comments, and text that could not be replayed", &Parts::comments},
    {"nags", "annotation glyphs, as ! and $14", &Parts::nags},
    {"variations", "variations, with all that is in them", &Parts::variations},
    {"clocks", "[%clk], [%emt] and [%egt] in comments", &Parts::clocks},
    {"evals", "[%eval] in comments", &Parts::evals},
}};

// The end of the command that begins at `begin` ("[%name …]"); npos if it is none to leave out.
std::size_t end_of_command(std::string_view text, std::size_t begin, const Parts& parts) {
  const std::size_t name = begin + 2;
  const std::size_t after = text.find_first_of(" \t]", name);
  if (after == text.npos) return text.npos;
  const std::string_view command = text.substr(name, after - name);
  const bool is_clock = command == "clk" || command == "emt" || command == "egt";
  if (!(is_clock ? parts.clocks : command == "eval" && parts.evals)) return text.npos;
  const std::size_t end = text.find(']', after);
  return end == text.npos ? end : end + 1;
}

// What stood around a command is one blank apart.
void strip_commands(std::string_view text, const Parts& parts, std::string& out) {
  std::size_t done = 0;
  for (std::size_t at = text.find("[%"); at != text.npos;) {
    std::size_t end = end_of_command(text, at, parts);
    if (end == text.npos) {
      at = text.find("[%", at + 2);
      continue;
    }
    out += text.substr(done, at - done);
    if ((out.empty() || out.back() == ' ') && end < text.size() && text[end] == ' ') ++end;
    done = end;
    at = text.find("[%", end);
  }
  out += text.substr(done);
  if (done == text.size() && !out.empty() && out.back() == ' ') out.pop_back();
}

class Without final : public Forward {
 public:
  Without(const Parts& parts, std::unique_ptr<Writer> next)
      : Forward(std::move(next)), parts_(parts) {}

  void begin_game(Span span) override {
    depth_ = 0;
    Forward::begin_game(span);
  }
  void move_number(const record::MoveNumber& number) override {
    if (depth_ == 0) Forward::move_number(number);
  }
  void move(const record::PlayedMove& move) override {
    if (depth_ == 0) Forward::move(move);
  }
  void moves(std::span<const record::PlainPlayed> moves) override {
    if (depth_ == 0) next().moves(moves);
  }
  void nag(int glyph, Span span) override {
    if (depth_ == 0 && !parts_.nags) Forward::nag(glyph, span);
  }
  void comment(std::string_view text, Span span) override {
    if (depth_ > 0 || parts_.comments) return;
    if ((parts_.clocks || parts_.evals) && text.find("[%") != text.npos) {
      comment_.clear();
      strip_commands(text, parts_, comment_);
      if (comment_.empty()) return;
      text = comment_;
    }
    Forward::comment(text, span);
  }
  void unread(std::string_view text, Span span) override {
    if (depth_ == 0 && !parts_.comments) Forward::unread(text, span);
  }
  void begin_variation(Span span) override {
    if (parts_.variations)
      ++depth_;
    else
      Forward::begin_variation(span);
  }
  void end_variation(Span span) override {
    if (parts_.variations)
      --depth_;
    else
      Forward::end_variation(span);
  }

 private:
  Parts parts_;
  int depth_ = 0;  // of variations that are left out
  std::string comment_;
};

}  // namespace

std::span<const PartName> part_names() {
  return names;
}

std::unique_ptr<Writer> make_without(const Parts& parts, std::unique_ptr<Writer> writer) {
  return std::make_unique<Without>(parts, std::move(writer));
}

}  // namespace nuskha::writers
