// JSON for the report's page: columns of numbers and texts, and values inside a <script>.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace icsweep::report {

/// How reals are written: exactly (the shortest text that reads back as the same value), with seven digits, or to one
/// decimal.
enum class Digits { exact, seven, tenth };

/// Arrays of numbers, written as one JSON array of arrays. NaN becomes null; infinities become ±1e999, which read back
/// as infinities.
class NumberArrays {
 public:
  /// Each adds an array and returns its number, from 0.
  int add(std::span<const double> values, Digits digits);
  int add(std::span<const std::int64_t> values);
  /// The JSON text of all arrays.
  std::string text() const { return text_ + "]"; }

 private:
  void begin();

  std::string text_ = "[";
  int count_ = 0;
};

/// A column as JSON: {"array": k} if array k has its values; with "same": true the array holds one value for all rows.
/// With "texts" the array holds indices into that list; "texts" without "array" gives each row's own text, in their
/// order.
nlohmann::ordered_json column_json(std::span<const double> values, Digits digits, NumberArrays& arrays);
/// Integers that a double cannot hold become texts.
nlohmann::ordered_json column_json(std::span<const std::int64_t> values, NumberArrays& arrays);
nlohmann::ordered_json column_json(const std::vector<std::string>& values, NumberArrays& arrays);

/// JSON text of the same value that cannot end its <script>, open a comment there or break a line of JavaScript: <, >,
/// &, U+2028 and U+2029 are written as \uXXXX. Bytes that are not UTF-8 become U+FFFD.
std::string script_text(const nlohmann::ordered_json& value);

}  // namespace icsweep::report
