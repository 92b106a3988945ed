// The values that a command line gives to a command's options.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/commands/option_table.hpp"

namespace icsweep {

/// Each question is for an option of that kind in the table; its key is the option's name, or "-n".
class GivenOptions {
 public:
  /// Throws boost::program_options::error for words that the table does not have. `helps`: --help is among the words;
  /// nothing is then required.
  GivenOptions(const OptionTable& table, const std::vector<std::string>& words);

  bool helps() const { return flag("help"); }
  /// Whether it was given or has a default.
  bool has(const std::string& key) const { return values_.count(key) > 0; }
  bool flag(const std::string& key) const { return values_.at(key).as<bool>(); }
  /// Empty if it was not given.
  std::string text(const std::string& key) const { return value<std::string>(key); }
  std::vector<std::string> texts(const std::string& key) const { return value<std::vector<std::string>>(key); }
  int integer(const std::string& key) const { return value<int>(key); }
  std::int64_t integer64(const std::string& key) const { return value<std::int64_t>(key); }
  std::vector<std::int64_t> integers64(const std::string& key) const { return value<std::vector<std::int64_t>>(key); }
  double real(const std::string& key) const { return value<double>(key); }

 private:
  template <class T>
  T value(const std::string& key) const {
    return has(key) ? values_.at(key).as<T>() : T{};
  }

  boost::program_options::variables_map values_;
};

}  // namespace icsweep
