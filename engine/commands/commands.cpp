#include "engine/commands/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "engine/cluster/first_rank.hpp"
#include "engine/commands/completion_values.hpp"
#include "engine/commands/help_text.hpp"
#include "io/base/error.hpp"
#include "io/base/pager.hpp"

namespace icsweep {
namespace {

const Command commands[] = {
#define COMMAND(id, name, summary, example) {name, summary, example, id##_options, id##_command},
#include "engine/commands/commands.def"
#undef COMMAND
};

/// Refuses an empty file name and "-": files need names, and no output goes to standard output.
void expect_file_names(const Command& command, const GivenOptions& given) {
  for (const auto& option : command.options().options) {
    if (option.kind != OptionKind::text || !is_of_files(option.complete) || !given.has(option.key())) continue;
    if (const std::string name = given.text(option.key()); name.empty() || name == "-")
      throw Error(ErrorKind::config,
                  fmt::format("{}: \"{}\" names no {}, write the name of a file", command.name, name, option.name));
  }
}

/// True if the output is for a pager: that of --help, and of commands whose table has --no-pager.
bool is_paged(const OptionTable& table, const GivenOptions& given) {
  const auto unpaged = [](const Option& o) { return o.is_unpaged; };
  const auto is_given = [&](const Option& o) { return o.is_unpaged && given.flag(o.key()); };
  return (given.helps() || std::ranges::any_of(table.options, unpaged)) &&
         std::ranges::none_of(table.options, is_given);
}

}  // namespace

std::span<const Command> all_commands() {
  return commands;
}

std::size_t words_of(const Command& command) {
  return std::size_t(1 + std::ranges::count(std::string_view(command.name), ' '));
}

const Command* find_command(std::span<const std::string> words) {
  const Command* found = nullptr;
  for (const auto& command : commands) {
    const std::size_t count = words_of(command);
    if (words.size() < count || fmt::format("{}", fmt::join(words.first(count), " ")) != command.name) continue;
    if (!found || words_of(*found) < count) found = &command;
  }
  return found;
}

std::optional<GivenOptions> parse_arguments(const Command& command, const Arguments& arguments) try {
  const OptionTable table = command.options();
  GivenOptions given(table, arguments);
  if (is_paged(table, given)) begin_paging();
  if (given.helps()) {
    if (is_first_rank()) std::cout << help_text(command);
    return std::nullopt;
  }
  expect_file_names(command, given);
  return given;
} catch (const boost::program_options::required_option& e) {
  const OptionTable table = command.options();
  const Option* missing = find_option(table, e.get_option_name().substr(2));
  throw Error(ErrorKind::config, fmt::format("{}: {} is missing; usage: icsweep {}", command.name,
                                             missing ? typed(*missing) : e.get_option_name(), usage(command)));
} catch (const boost::program_options::error& e) {
  throw Error(ErrorKind::config, fmt::format("{}: {}; usage: icsweep {}", command.name, e.what(), usage(command)));
}

std::vector<std::string> command_line(const Command& command, const Arguments& arguments) {
  std::vector<std::string> words{"icsweep", command.name};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

}  // namespace icsweep
