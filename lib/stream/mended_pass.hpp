// The two passes of a conversion that mends: the first sees which games are at fault, the second
// converts the mended text and speaks of the original. A check that suggests makes the first alone.
// Internal.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "repair/mend.hpp"
#include "replay/profiles.hpp"
#include "stream/convert.hpp"
#include "text/diagnostic.hpp"
#include "writers/formats.hpp"

namespace nuskha::stream {

// Hands findings on, and sees the games that have some of certain codes.
class Suspects final : public text::Diagnostics {
 public:
  Suspects(const replay::Profile* profile, const text::CodeSet& codes, std::uint32_t first_game,
           text::Diagnostics& next);
  // Sees to it that all with these codes are found; what of it the profile mutes is not handed on.
  std::unique_ptr<writers::Writer> watch(Options& options, std::unique_ptr<writers::Writer> next);
  void report(text::Diagnostic finding) override;

  std::map<std::uint32_t, std::string> games;  // as for repair::mend()

 private:
  class Watch;

  const text::CodeSet& codes_;
  replay::Profile profile_;
  text::CodeSet muted_;
  std::uint32_t first_game_;
  text::Diagnostics& next_;
  std::uint32_t game_ = 0;  // that is being read
  std::string variant_;     // of that
};

// Takes the findings about the mended text, adds those of repair, and hands all on with their
// places in the original.
class MendedPass final : public text::Diagnostics {
 public:
  MendedPass(const repair::Mended& mended, const text::Source& original, std::uint32_t first_game,
             text::Diagnostics& next);
  // Gives corrected moves their originals.
  std::unique_ptr<writers::Writer> restore(Options& options, std::unique_ptr<writers::Writer> next);
  void report(text::Diagnostic finding) override;
  // By their places within each game.
  static void put_in_order(std::vector<text::Diagnostic>& findings);

 private:
  class Restore;
  const repair::MendedGame* game(std::uint32_t number) const;

  const repair::Mended& mended_;
  const text::Source& original_;
  std::uint32_t first_game_;
  text::Diagnostics& next_;
  writers::Writer* writer_ = nullptr;
  const repair::MendedGame* current_ = nullptr;
};

}  // namespace nuskha::stream
