// Values of options on a command line.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/commands/option_table.hpp"

namespace icsweep {

/// Each function is for an option of that kind in the table. Its key is the name of the option, or "-n".
class GivenOptions {
 public:
  /// Throws boost::program_options::error for words that the table does not have. With --help among the words nothing
  /// is required.
  GivenOptions(const OptionTable& table, const std::vector<std::string>& words);

  bool helps() const { return flag("help"); }
  /// True if it was given or has a default.
  bool has(const std::string& key) const { return values_.count(key) > 0; }
  /// True if the command line has it.
  bool is_given(const std::string& key) const { return has(key) && !values_.at(key).defaulted(); }
  bool flag(const std::string& key) const { return values_.at(key).as<bool>(); }
  /// Empty without a value.
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
