#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "generate/generate.hpp"
#include "text/version.hpp"

namespace nuskha::tools {
namespace {

// A line that begins with a dot or quote would be a request, and a bare hyphen a typographic one.
std::string escaped(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string usage(const std::string& path, const CLI::App& command) {
  std::string line = "\\fB" + escaped(path) + "\\fR";
  if (!command.get_subcommands({}).empty()) return line + " \\fICOMMAND\\fR …";
  line += " [\\fIOPTION\\fR…]";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const bool many = option->get_expected_max() > 1;
    const std::string name = "\\fI" + escaped(option->get_name(true)) + "\\fR" + (many ? "…" : "");
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  return line;
}

void append_options(const CLI::App& command, std::string& out) {
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_positional() != positional) continue;
      std::string names;
      if (positional) {
        names = "\\fI" + escaped(option->get_name(true)) + "\\fR";
      } else {
        const auto add = [&](const std::string& name) {
          names += (names.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
        };
        for (const std::string& name : option->get_snames()) add("-" + name);
        for (const std::string& name : option->get_lnames()) add("--" + name);
        if (option->get_items_expected_max() > 0)
          names += " \\fI" + escaped(option->get_type_name()) + "\\fR";
      }
      fmt::format_to(std::back_inserter(out), ".TP\n{}\n{}\n", names,
                     escaped(option->get_description()));
    }
  }
}

void append_command(const std::string& path, const CLI::App& command, std::string& out) {
  fmt::format_to(std::back_inserter(out), ".SS {}\n{}.\n", usage(path, command),
                 escaped(command.get_description()));
  append_options(command, out);
  if (const std::string footer = command.get_footer(); !footer.empty())
    fmt::format_to(std::back_inserter(out), ".PP\n.nf\n{}\n.fi\n", escaped(footer));
  for (const CLI::App* sub : command.get_subcommands({}))
    append_command(path + " " + sub->get_name(), *sub, out);
}

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string out = fmt::format(
      ".\\\" Made by nuskha_generate from the command's own help.\n"
      ".TH NUSKHA 1 \"\" \"nuskha {}\" \"User Commands\"\n"
      ".SH NAME\nnuskha \\- read, replay, check and convert recorded games of chess and its "
      "variants\n"
      ".SH SYNOPSIS\n{}\n.SH DESCRIPTION\n{}\n.SH OPTIONS\n",
      text::version(), usage(app.get_name(), app), escaped(app.get_description()));
  append_options(app, out);
  out += ".SH COMMANDS\n";
  for (const CLI::App* sub : app.get_subcommands({}))
    append_command(app.get_name() + " " + sub->get_name(), *sub, out);
  out +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nNothing was found wrong, or the reader of a pipe went away.\n"
      ".TP\n1\nThere were findings.\n"
      ".TP\n2\nThe job could not be done: wrong use, or a file that cannot be read or written.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n\\fBNO_COLOR\\fR\nNo colours, even on a terminal, when this is set to anything.\n";
  return out;
}

}  // namespace nuskha::tools
