#include "engine/commands/typed_line.hpp"

#include <algorithm>

namespace icsweep {
namespace {

namespace po = boost::program_options;

/// The option that a word such as "-o", "--output" or "--output=x" begins; null for another word.
const po::option_description* option_of(const Interface& interface, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  for (const auto& option : interface.options.options())
    if ((!option->long_name().empty() && name == "--" + option->long_name()) ||
        name == option->canonical_display_name(po::command_line_style::allow_dash_for_short))
      return option.get();
  return nullptr;
}

/// The option's name in TypedLine: its long name, or its letter if it has no other.
std::string key(const po::option_description& option) {
  return option.long_name().empty() ? option.format_name() : option.long_name();
}

}  // namespace

TypedLine typed_line(const Interface& interface, const Arguments& words) {
  TypedLine line;
  std::size_t place = 0;
  std::string waiting;  // an option whose value comes next
  for (const auto& word : words) {
    const bool is_last = &word == &words.back();
    const auto equals = word.find('=');
    const auto* option = word.starts_with('-') ? option_of(interface, word) : nullptr;
    std::string name = waiting, value = word, prefix;
    waiting.clear();
    if (name.empty() && option && equals != word.npos) {
      name = key(*option), value = word.substr(equals + 1), prefix = word.substr(0, equals + 1);
    } else if (name.empty() && word.starts_with('-')) {
      if (option && option->semantic()->max_tokens() > 0 && !is_last) waiting = key(*option);
      if (!is_last) continue;
    } else if (name.empty() && !interface.positional.empty()) {
      name = interface.positional[std::min(place++, interface.positional.size() - 1)];
    }
    if (is_last) line.option = name, line.prefix = prefix, line.word = value;
    else if (!name.empty()) line.values[name] = value;
  }
  return line;
}

}  // namespace icsweep
