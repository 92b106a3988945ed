#include <sstream>

#include "engine/commands/completion_values.hpp"
#include "engine/commands/help_text.hpp"
#include "engine/commands/pages.hpp"
#include "io/base/error.hpp"
#include "io/base/say.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr std::size_t most_bytes = 1 << 20;

/// Leaves out comments, which mark blocks for the tests of the documentation.
void print_page(const Page& page) {
  std::istringstream lines(read_regular_file(page.path, most_bytes).value_or(""));
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("<!--")) say("{}\n", line);
}

void list_pages() {
  const std::vector<Page> all = pages();
  if (all.empty()) find_page("");
  for (std::string shelf; const Page& page : all) {
    if (page.shelf != shelf) say("{}{}:\n", shelf.empty() ? "" : "\n", page.shelf);
    shelf = page.shelf;
    say("  {:<22} {}\n", page.name, page.title);
  }
  say("\nicsweep help PAGE prints a page, icsweep help COMMAND a command's options.\n");
}

}  // namespace

OptionTable help_options() {
  using namespace option;
  return {{places("topic", "TOPIC", "name of a page or a command; without one the pages are listed")
               .completed_by(help_topics)
               .optional(),
           no_pager()}};
}

int help_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  const auto given = parse_arguments(self, arguments);
  if (!given) return exit_success;
  const std::vector<std::string> topic = given->texts("topic");
  if (topic.empty()) {
    list_pages();
  } else if (const Command* command = find_command(topic); command && words_of(*command) == topic.size()) {
    say("{}", help_text(*command));
  } else if (topic.size() == 1) {
    print_page(find_page(topic[0]));
  } else {
    throw Error(ErrorKind::config, "help: name one page or one command; icsweep help lists the pages");
  }
  return exit_success;
}

}  // namespace icsweep
