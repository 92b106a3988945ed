// JSON for the report's page: columns of numbers and texts, and values inside a <script>.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace icsweep::report {

/// Precision of reals: exact (the shortest text that reads back as the same value), seven digits, or one decimal.
enum class Digits { exact, seven, tenth };

/// Arrays of numbers, written as one JSON array of arrays. NaN becomes null. Infinities become ±1e999, which reads back
/// as infinity.
class NumberArrays {
 public:
  /// Both add an array and return its index, from 0.
  int add(std::span<const double> values, Digits digits);
  int add(std::span<const std::int64_t> values);
  /// The JSON text of all arrays.
  std::string text() const { return text_ + "]"; }

 private:
  void begin();

  std::string text_ = "[";
  int count_ = 0;
};

/// A column as JSON: {"array": k} if array k contains its values. With "same": true the array contains one value for
/// all rows. With "texts" the array contains indices into that list. "texts" without "array" lists one text per row.
nlohmann::ordered_json column_json(std::span<const double> values, Digits digits, NumberArrays& arrays);
/// Integers that a double cannot represent become texts.
nlohmann::ordered_json column_json(std::span<const std::int64_t> values, NumberArrays& arrays);
nlohmann::ordered_json column_json(const std::vector<std::string>& values, NumberArrays& arrays);

/// JSON of the same value that is safe inside a <script>: it cannot end the script, open a comment, or break a line of
/// JavaScript. <, >, &, U+2028 and U+2029 are written as \uXXXX. Bytes that are not UTF-8 become U+FFFD.
std::string script_text(const nlohmann::ordered_json& value);

}  // namespace icsweep::report
