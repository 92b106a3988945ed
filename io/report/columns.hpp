// Columns of numbers and texts, as the report's page reads them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace icsweep::report {

/// How reals are written: exactly (the shortest text that reads back as the same value), with seven digits, or to the
/// tenth.
enum class Digits { exact, seven, tenth };

/// Arrays of numbers, written as one JSON array of arrays. NaN is null; infinities are ±1e999, which reads back as
/// such.
class NumberArrays {
 public:
  /// Each returns the number of the array, from 0.
  int add(std::span<const double> values, Digits digits);
  int add(std::span<const std::int64_t> values);
  /// The JSON text of all of them.
  std::string text() const { return text_ + "]"; }

 private:
  void begin();

  std::string text_ = "[";
  int count_ = 0;
};

/// A column as JSON: {"array": k} where its values are; with "same": true the array holds one value for all rows. With
/// "texts" the array's numbers count in that list; without "array" each row has its own text there, in their order.
nlohmann::ordered_json column_json(std::span<const double> values, Digits digits, NumberArrays& arrays);
/// Integers that a double does not hold become texts.
nlohmann::ordered_json column_json(std::span<const std::int64_t> values, NumberArrays& arrays);
nlohmann::ordered_json column_json(const std::vector<std::string>& values, NumberArrays& arrays);

}  // namespace icsweep::report
