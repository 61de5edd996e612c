#include "app.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "text/nearest.hpp"
#include "text/version.hpp"

namespace nuskha::tools {
namespace {

const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* command = &app;
  for (auto used = command->get_subcommands(); !used.empty(); used = command->get_subcommands())
    command = used.front();
  return *command;
}

// CLI11 says only that something "was not expected"; people want to hear what it is near to.
std::string explain_extra(const CLI::App& app, std::string_view extra) {
  const CLI::App& command = innermost(app);
  std::vector<std::string> names;
  const bool option = extra.starts_with('-');
  if (option) {
    extra = extra.substr(0, extra.find('='));
    for (const CLI::Option* known : command.get_options())
      for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  } else {
    for (const CLI::App* known : command.get_subcommands({})) names.push_back(known->get_name());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto near = text::nearest(extra, views);
  const std::string hint = near ? fmt::format("; did you mean '{}'?", *near) : std::string();
  if (option) return fmt::format("unknown option '{}'{}", extra, hint);
  if (!names.empty()) return fmt::format("unknown command '{}'{}", extra, hint);
  return fmt::format("unexpected argument '{}'", extra);
}

// CLI11 counts values ("--jobs: At Most 1 required but received 2").
std::string explain_mismatch(const CLI::App& app, std::string_view message) {
  const std::string_view name = message.substr(0, message.find(':'));
  for (const CLI::Option* known : innermost(app).get_options()) {
    if (known->get_name() != name || known->get_expected_max() != 1) continue;
    return known->count() > 1
               ? fmt::format("{}: it is given more than once", name)
               : fmt::format("{}: its value {} is missing", name, known->get_type_name());
  }
  return std::string(message);
}

// Says of an option its name and type, and leaves its conditions to its description.
class PlainFormatter final : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_items_expected_max() == 0) return {};
    return " " + option->get_type_name();
  }
};

std::string command_in_use(const CLI::App& app) {
  std::string name = app.get_name();
  for (auto used = app.get_subcommands(); !used.empty(); used = used.front()->get_subcommands())
    name += " " + used.front()->get_name();
  return name;
}

struct Command {
  std::string_view name;
  void (*set_up)(CLI::App& app, Status& status);
};
constexpr std::array<Command, 7> all_commands = {{{"convert", setup_convert},
                                                  {"check", setup_check},
                                                  {"repair", setup_repair},
                                                  {"show", setup_show},
                                                  {"perft", setup_perft},
                                                  {"variant", setup_variant},
                                                  {"explain", setup_explain}}};

}  // namespace

std::unique_ptr<CLI::App> make_app(Status& status, std::string_view used) {
  auto app = std::make_unique<CLI::App>(
      "Reads recorded games of chess and its variants, replays them by the rules, checks every "
      "claim\n"
      "and writes them in another notation.",
      "nuskha");
  app->set_version_flag("--version", fmt::format("nuskha {}", text::version()),
                        "Print the version and exit");
  app->set_help_flag("-h,--help", "Print this help and exit");
  app->formatter(std::make_shared<PlainFormatter>());  // which subcommands inherit
  app->require_subcommand(1);
  app->footer(
      "Exit status: 0 nothing found wrong, 1 findings, 2 could not do the job.\n"
      "`nuskha COMMAND --help` describes a command with examples.");
  const auto is_used = [&](const Command& command) { return command.name == used; };
  const bool one_is_used = std::any_of(all_commands.begin(), all_commands.end(), is_used);
  for (const Command& command : all_commands)
    if (!one_is_used || is_used(command)) command.set_up(*app, status);
  return app;
}

Status run(int argc, const char* const* argv) {
  Status status = clean;
  const auto app = make_app(status, argc > 1 ? argv[1] : "");
  if (argc <= 1) {
    standard_error().write(app->help());
    return failed;
  }
  std::string problem;
  try {
    app->parse(argc, argv);
    return status;
  } catch (const CLI::CallForHelp&) {
    CLI::App* asked = app.get();
    std::string before;
    for (auto used = asked->get_subcommands(); !used.empty(); used = asked->get_subcommands()) {
      before += (before.empty() ? "" : " ") + asked->get_name();
      asked = used.front();
    }
    standard_output().write(asked->help(before));
    return clean;
  } catch (const CLI::CallForVersion& version) {
    standard_output().write(fmt::format("{}\n", version.what()));
    return clean;
  } catch (const CLI::ParseError& error) {
    const std::vector<std::string> rest = app->remaining(true);
    const bool required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const auto commands = innermost(*app).get_subcommands({});
    if (!rest.empty() && (extra || (required && !commands.empty())))
      problem = explain_extra(*app, rest.front());
    else if (required && !commands.empty())
      problem = "a command is missing";
    else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
      problem = explain_mismatch(*app, error.what());
    else
      problem = error.what();
  }
  complain(problem);
  standard_error().write(fmt::format("'{} --help' describes the use\n", command_in_use(*app)));
  return failed;
}

}  // namespace nuskha::tools
