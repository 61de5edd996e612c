#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "generate/generate.hpp"

namespace nuskha::tools {
namespace {

// How bash finds candidates for a value, by the type that the help shows.
std::string values(const std::string& type) {
  if (type.find('|') != std::string::npos) {
    std::string words = type;
    std::replace(words.begin(), words.end(), '|', ' ');
    return fmt::format("compgen -W '{}' -- \"$word\"", words);
  }
  if (type == "FILE" || type == "OUT") return "compgen -f -- \"$word\"";
  if (type == "NAME" || type == "GAME")
    return "compgen -W \"$(nuskha variant list 2>/dev/null | cut -d' ' -f1)\" -- \"$word\"";
  if (type == "CODE")
    return "compgen -W \"$(nuskha explain 2>/dev/null | cut -d' ' -f1)\" -- \"$word\"";
  return {};
}

struct Case {
  std::string path;  // "variant show"; empty for the program itself
  const CLI::App* command;
};

void collect(const std::string& path, const CLI::App& command, std::vector<Case>& out) {
  out.push_back({path, &command});
  for (const CLI::App* sub : command.get_subcommands({}))
    collect(path.empty() ? sub->get_name() : path + " " + sub->get_name(), *sub, out);
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::vector<Case> cases;
  collect("", app, cases);

  std::string out =
      "# Completion of nuskha for bash. Made by nuskha_generate from the command's own help.\n"
      "_nuskha() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' i\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    case \"$command${command:+ }${COMP_WORDS[i]}\" in\n";
  std::string paths;
  for (const Case& c : cases)
    if (!c.path.empty()) paths += fmt::format("{}'{}'", paths.empty() ? "" : "|", c.path);
  out += fmt::format("      {}) command+=\"${{command:+ }}${{COMP_WORDS[i]}}\" ;;\n", paths);
  out +=
      "    esac\n"
      "  done\n"
      "  local IFS=$' \\t\\n'\n"
      "  case \"$command,$before\" in\n";
  for (const Case& c : cases)
    for (const CLI::Option* option : c.command->get_options()) {
      if (option->get_positional() || option->get_items_expected_max() == 0) continue;
      const std::string found = values(option->get_type_name());
      std::string names;
      for (const std::string& name : option->get_lnames())
        names += fmt::format("{}'{},--{}'", names.empty() ? "" : "|", c.path, name);
      for (const std::string& name : option->get_snames())
        names += fmt::format("{}'{},-{}'", names.empty() ? "" : "|", c.path, name);
      out += fmt::format("    {}) {}; return ;;\n", names,
                         found.empty() ? std::string("COMPREPLY=()")
                                       : fmt::format("mapfile -t COMPREPLY < <({})", found));
    }
  out +=
      "  esac\n"
      "  case \"$command\" in\n";
  for (const Case& c : cases) {
    std::string words, candidates;
    for (const CLI::App* sub : c.command->get_subcommands({}))
      words += (words.empty() ? "" : " ") + sub->get_name();
    for (const CLI::Option* option : c.command->get_options()) {
      if (option->get_positional()) {
        if (candidates.empty()) candidates = values(option->get_name(true));
      } else {
        for (const std::string& name : option->get_lnames())
          words += (words.empty() ? "--" : " --") + name;
      }
    }
    out += fmt::format("    '{}')\n      mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$word\"",
                       c.path, words);
    if (!candidates.empty()) out += "; " + candidates;
    out += ") ;;\n";
  }
  out +=
      "  esac\n"
      "}\n"
      "complete -o filenames -F _nuskha nuskha\n";
  return out;
}

}  // namespace nuskha::tools
