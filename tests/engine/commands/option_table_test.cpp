// Checks that every option of every command is parsed, printed by --help and in the manual page, and completed.
#include "engine/commands/option_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "engine/commands/commands.hpp"
#include "engine/commands/completion.hpp"
#include "engine/commands/help_text.hpp"
#include "engine/commands/manual_page.hpp"
#include "engine/commands/typed_line.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

std::string sample_of(const Option& o) {
  if (!o.choices.empty()) return o.choices.back();
  const bool is_number = o.kind != OptionKind::text && o.kind != OptionKind::texts;
  return is_number ? "7" : "word";
}

Arguments words_of_name(const Command& command) {
  std::istringstream text(command.name);
  return {std::istream_iterator<std::string>(text), {}};
}

/// Words that give the option its sample value, and the other required words.
Arguments words_with(const OptionTable& table, const Option& option) {
  Arguments words;
  for (const auto& o : table.options) {
    if (o.key() != option.key() && o.need != OptionNeed::required) continue;
    words.push_back(o.name.empty() ? o.key() : "--" + o.name);
    if (!o.is_flag()) words.push_back(sample_of(o));
  }
  return words;
}

std::string given_text(const GivenOptions& given, const Option& o) {
  switch (o.kind) {
    case OptionKind::flag:
      return given.flag(o.key()) ? "" : "not given";
    case OptionKind::text:
      return given.text(o.key());
    case OptionKind::texts:
      return given.texts(o.key()).at(0);
    case OptionKind::integer:
      return std::to_string(given.integer(o.key()));
    case OptionKind::integer64:
      return std::to_string(given.integer64(o.key()));
    case OptionKind::integers64:
      return std::to_string(given.integers64(o.key()).at(0));
    case OptionKind::real:
      return std::to_string(int(given.real(o.key())));
  }
  return "";
}

/// Calls f(command, table, option) for every option of every command.
template <class F>
void for_each_option(const F& f) {
  for (const auto& command : all_commands()) {
    const OptionTable table = command.options();
    for (const auto& option : table.options) {
      SCOPED_TRACE(std::string(command.name) + " " + option.key());
      f(command, table, option);
    }
  }
}

std::set<std::string> words_in(const std::vector<Candidate>& all) {
  std::set<std::string> words;
  for (const auto& candidate : all) words.insert(candidate.word);
  return words;
}

TEST(OptionTables, HaveAMeaningAndAPlaceInOrderForEachOption) {
  std::size_t options = 0;
  for_each_option([&](const Command&, const OptionTable& table, const Option& o) {
    ++options;
    EXPECT_FALSE(o.help.empty());
    EXPECT_EQ(o.is_flag(), o.value.empty());
    EXPECT_EQ(std::ranges::count(table.options, o.key(), &Option::key), 1);
    EXPECT_EQ(find_option(table, o.key())->help, o.help);
  });
  EXPECT_GE(options, 150u);
}

TEST(OptionTables, AreParsed) {
  for_each_option([](const Command& command, const OptionTable& table, const Option& o) {
    const GivenOptions given(table, words_with(table, o));
    EXPECT_TRUE(given.has(o.key()));
    EXPECT_EQ(given_text(given, o), o.is_flag() ? "" : sample_of(o));
    EXPECT_TRUE(parse_arguments(command, words_with(table, o)).has_value());
  });
}

TEST(OptionTables, ArePrintedByHelpWithin80Columns) {
  for_each_option([](const Command& command, const OptionTable&, const Option& o) {
    const std::string help = help_text(command);
    EXPECT_NE(help.find("  " + heading(o)), help.npos) << help;
    EXPECT_NE(help.find(o.help.substr(0, o.help.find(' '))), help.npos);
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("icsweep ") && !line.starts_with("  mpirun") && !line.starts_with("  icsweep "))
        EXPECT_LE(line.size(), 80u) << line;
  });
}

TEST(OptionTables, AreInTheManualPage) {
  for_each_option([](const Command& command, const OptionTable&, const Option& o) {
    const std::string page = command_page(command);
    std::string name = o.is_place ? o.value : o.name.empty() ? o.key() : "--" + o.name, escaped;
    for (const char c : name) escaped += c == '-' ? "\\-" : std::string(1, c);
    EXPECT_NE(page.find((o.is_place ? "\\fI" : "\\fB") + escaped + "\\fR"), page.npos) << page;
  });
}

TEST(OptionTables, AreCompleted) {
  const TaskRegistry tasks = papers_tasks();
  for_each_option([&](const Command& command, const OptionTable& table, const Option& o) {
    Arguments words = words_of_name(command);
    if (!o.is_place) {
      const std::string name = o.name.empty() ? o.key() : "--" + o.name;
      words.push_back(name.substr(0, o.name.empty() ? 1 : 3));
      EXPECT_TRUE(words_in(candidates(words, tasks)).contains(name)) << words.back();
      words.back() = name;
    }
    for (const auto& before : table.options) {
      if (before.key() == o.key() || !o.is_place || !before.is_place) break;
      words.push_back("word");
    }
    words.emplace_back();
    if (o.is_flag()) return;
    std::set<std::string> offered = words_in(candidates(words, tasks));
    offered.erase("sweep");  // of bench
    TypedLine line;
    for (const auto& before : table.options)
      if (before.is_place && o.is_place && before.key() != o.key()) line.values[before.key()] = "word";
      else if (o.is_place) break;
    std::set<std::string> wanted(o.choices.begin(), o.choices.end());
    if (o.complete) wanted = words_in(o.complete(line, tasks));
    EXPECT_EQ(offered, wanted);
  });
}

TEST(OptionTables, SayWhatHasToBeGiven) {
  const auto usage_of = [](const std::vector<std::string>& words) { return usage(*find_command(words)); };
  EXPECT_EQ(usage_of({"run"}), "run SWEEP [OPTION]...");
  EXPECT_EQ(usage_of({"figure"}), "figure STORE.h5 (NAME | --list) [OPTION]...");
  EXPECT_EQ(usage_of({"launch"}), "launch (-n RANKS | -H HOST:RANKS,...) [-r N] SWEEP STORE.h5 [OPTION]...");
  EXPECT_EQ(usage_of({"slurm"}), "slurm SWEEP STORE.h5 --ntasks N [OPTION]... [-- OPTION...]");
  EXPECT_EQ(usage_of({"bench", "sweep", "--json"}), "bench sweep [OPTION]...");
  EXPECT_EQ(usage_of({"bench", "fig5-L1"}), "bench [WORKLOAD...] [OPTION]...");
  EXPECT_EQ(usage_of({"version"}), "version");
}

}  // namespace
}  // namespace icsweep
