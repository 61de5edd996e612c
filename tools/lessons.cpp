#include "lessons.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "repair/learn.hpp"
#include "stream/convert.hpp"
#include "stream/input.hpp"

namespace nuskha::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view written_suffix = ".orig";

// The files beside which stands what was written, in the order of their names.
std::vector<std::string> find_pairs(const std::string& corpus) {
  std::vector<std::string> out;
  std::error_code error;
  const auto consider = [&](const std::string& path) {
    if (fs::is_regular_file(path, error) &&
        fs::is_regular_file(path + std::string(written_suffix), error))
      out.push_back(path);
  };
  if (!fs::is_directory(corpus, error)) {
    consider(corpus);
    return out;
  }
  for (fs::recursive_directory_iterator at(corpus, error), end; !error && at != end;
       at.increment(error))
    consider(at->path().string());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::optional<Lessons> learn(const std::string& corpus, const InputOptions& input,
                             const std::string& alphabet, const variants::Registry& registry,
                             const repair::Costs& profile, Findings& findings) {
  const std::vector<std::string> pairs = find_pairs(corpus);
  if (pairs.empty()) {
    complain(
        fmt::format("nothing to learn from in '{}': there is no FILE with a FILE.orig beside "
                    "it, as --in-place leaves it",
                    corpus));
    return std::nullopt;
  }
  repair::Learner learner(profile, alphabet);
  Lessons lessons;
  for (const std::string& path : pairs) {
    const auto truth = stream::read_source(path);
    const auto written = stream::read_source(path + std::string(written_suffix));
    for (const auto* source : {&truth, &written})
      if (!*source) {
        complain(source->error());
        return std::nullopt;
      }
    findings.begin_source(*written);
    const auto dialect_of = [&](const text::Source& source) {
      return input.dialect.empty() ? stream::choose_dialect(source, findings)
                                   : readers::find_dialect(input.dialect);
    };
    const readers::Dialect *of_truth = dialect_of(*truth), *of_written = dialect_of(*written);
    if (of_truth && of_written)
      learner.learn(*written, *of_written, *truth, *of_truth, registry, input.variant.name,
                    findings);
    lessons.has_findings = lessons.has_findings || findings.counts().total() > 0;
    findings.end_source();
  }
  if (learner.games() == 0) {
    complain(
        fmt::format("nothing to learn from in '{}': no written game could be put beside a "
                    "true one",
                    corpus));
    return std::nullopt;
  }
  lessons.model = learner.model();
  return lessons;
}

}  // namespace nuskha::tools
