// Options of a command as data. Parsing, --help, manual page and completion read the same table.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tasks/registry.hpp"

namespace icsweep {

/// A word that may come next on a command line, and its meaning. The word ":files" means all files here, ":files h5"
/// those with this ending.
struct Candidate {
  std::string word, meaning;
};

struct TypedLine;

/// Returns the words that complete a value (engine/commands/completion_values.hpp).
using Completion = std::vector<Candidate> (*)(const TypedLine& line, const TaskRegistry& tasks);

enum class OptionKind {
  flag,
  text,
  texts,    ///< may be repeated
  integer,  ///< of 32 bits
  integer64,
  integers64,  ///< one or more after the name
  real
};

enum class OptionNeed {
  optional,
  required,
  alternative  ///< one of the options with this need is required
};

struct Option {
  std::string name{};  ///< without dashes; empty if it has only a letter
  char letter = 0;
  OptionKind kind = OptionKind::text;
  std::string value{};                 ///< name of the value in help: FILE, N
  std::string help{};                  ///< the meaning, one line
  std::string fallback{};              ///< the default as text; empty: none
  Completion complete = nullptr;       ///< null: the choices
  std::vector<std::string> choices{};  ///< completions of the value; empty: any value
  OptionNeed need = OptionNeed::optional;
  bool is_place = false;          ///< may be given without its name, in the order of the table
  bool is_behind_dashes = false;  ///< a place after the word --
  bool is_unpaged = false;        ///< a flag: output then does not go through the pager

  /// Key of its value: "output", or "-n" if it has only a letter.
  std::string key() const { return name.empty() ? std::string{'-', letter} : name; }
  bool is_flag() const { return kind == OptionKind::flag; }
  bool takes_several() const { return kind == OptionKind::texts || kind == OptionKind::integers64; }

  // Each function returns the option with one change.
  Option with_letter(char l) && { return letter = l, std::move(*this); }
  Option with_default(std::string text) && { return fallback = std::move(text), std::move(*this); }
  Option one_of(std::vector<std::string> all) && { return choices = std::move(all), std::move(*this); }
  Option completed_by(Completion values) && { return complete = values, std::move(*this); }
  Option required() && { return need = OptionNeed::required, std::move(*this); }
  Option alternative() && { return need = OptionNeed::alternative, std::move(*this); }
  Option optional() && { return need = OptionNeed::optional, std::move(*this); }
  Option behind_dashes() && { return is_behind_dashes = true, std::move(*this); }
  Option unpaged() && { return is_unpaged = true, std::move(*this); }
};

/// Makers of options, for tables of one line per option.
namespace option {

inline Option flag(std::string name, std::string help) {
  return {.name = std::move(name), .kind = OptionKind::flag, .help = std::move(help)};
}
inline Option valued(OptionKind kind, std::string name, std::string value, std::string help) {
  return {.name = std::move(name), .kind = kind, .value = std::move(value), .help = std::move(help)};
}
inline Option text(std::string name, std::string value, std::string help) {
  return valued(OptionKind::text, std::move(name), std::move(value), std::move(help));
}
inline Option texts(std::string name, std::string value, std::string help) {
  return valued(OptionKind::texts, std::move(name), std::move(value), std::move(help));
}
inline Option integer(std::string name, std::string value, std::string help) {
  return valued(OptionKind::integer, std::move(name), std::move(value), std::move(help));
}
inline Option integer64(std::string name, std::string value, std::string help) {
  return valued(OptionKind::integer64, std::move(name), std::move(value), std::move(help));
}
inline Option real(std::string name, std::string value, std::string help) {
  return valued(OptionKind::real, std::move(name), std::move(value), std::move(help));
}
/// In the table of each command whose output goes through the pager.
inline Option no_pager() {
  return flag("no-pager", "print to the terminal itself, also what is longer than the screen").unpaged();
}
/// An argument without a name; required unless changed.
inline Option place(std::string name, std::string value, std::string help) {
  Option o = text(std::move(name), std::move(value), std::move(help)).required();
  o.is_place = true;
  return o;
}
/// The last place, which takes all words that follow.
inline Option places(std::string name, std::string value, std::string help) {
  Option o = place(std::move(name), std::move(value), std::move(help));
  o.kind = OptionKind::texts;
  return o;
}

}  // namespace option

struct OptionTable {
  std::vector<Option> options{};  ///< places first
  std::string preface{};          ///< text of --help before the options, such as a list of names
  std::string passes_on{};        ///< command whose options may follow the places; its own options come before them
};

/// Finds an option by its key; null for an unknown key.
inline const Option* find_option(const OptionTable& table, const std::string& key) {
  const auto found = std::ranges::find(table.options, key, &Option::key);
  return found == table.options.end() ? nullptr : &*found;
}

}  // namespace icsweep
