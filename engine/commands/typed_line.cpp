#include "engine/commands/typed_line.hpp"

#include <algorithm>
#include <utility>

namespace icsweep {
namespace {

/// Option at the start of a word such as "-o", "--output" or "--output=x"; null for another word.
const Option* option_of(const OptionTable& table, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const auto found = std::ranges::find_if(table.options, [&](const Option& o) {
    return (!o.name.empty() && name == "--" + o.name) || (o.letter && name == std::string{'-', o.letter});
  });
  return found == table.options.end() ? nullptr : &*found;
}

/// Next place for a word without a name, or null. The last place takes all words that follow.
const Option* next_place(const OptionTable& table, std::size_t& taken) {
  const Option* place = nullptr;
  std::size_t number = 0;
  for (const auto& o : table.options)
    if (o.is_place && number++ <= taken) place = &o;
  ++taken;
  return place;
}

}  // namespace

TypedLine typed_line(const OptionTable& table, const std::vector<std::string>& words) {
  TypedLine line;
  std::size_t places = 0;
  const Option* waiting = nullptr;  // its value comes next
  for (const auto& word : words) {
    const bool is_last = &word == &words.back();
    const auto equals = word.find('=');
    const Option* named = word.starts_with('-') ? option_of(table, word) : nullptr;
    const Option* option = std::exchange(waiting, nullptr);
    std::string value = word, prefix;
    if (!option && named && equals != word.npos) {
      option = named;
      value = word.substr(equals + 1), prefix = word.substr(0, equals + 1);
    } else if (!option && word.starts_with('-')) {
      if (named && !named->is_flag()) waiting = named;
      if (!is_last) continue;
    } else if (!option) {
      option = next_place(table, places);
    }
    if (!is_last && option) line.values[option->key()] = value;
    if (!is_last) continue;
    if (option) line.option = *option;
    line.prefix = prefix, line.word = value;
  }
  return line;
}

}  // namespace icsweep
