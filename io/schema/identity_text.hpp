// Identities of many configurations of one task, of which neighbours share most values.
#pragma once

#include <string>
#include <vector>

#include "io/schema/identity_map.hpp"
#include "io/schema/schema.hpp"

namespace icsweep {

/// Keeps the text of each parameter, so that a configuration costs the texts of the values that differ from the last
/// one's. Gives the same hash as identity().
class IdentityText {
 public:
  /// The schema must live longer. Without its parameters the text is that of the task alone.
  explicit IdentityText(const Schema& schema);

  /// Number of parameters. They are numbered in the order of their names.
  std::size_t size() const { return parameters_.size(); }
  const Parameter& parameter(std::size_t number) const { return *parameters_[number]; }
  const Value& value(std::size_t number) const { return values_[number]; }
  void set(std::size_t number, const Value& value);
  /// The identity of the values that were set.
  Identity identity();

  /// Sets all values. A configuration that lacks a parameter, or has another, takes longer.
  Identity identity(const Config& config);

 private:
  bool has_its_names(const Config& config) const;

  const Schema& schema_;
  std::vector<const Parameter*> parameters_;
  std::vector<Value> values_;
  std::vector<std::string> parts_;  // of the hashed text
  std::vector<std::size_t> ends_;   // of each part in text_
  std::size_t changed_ = 0;         // the first part that text_ lacks
  std::string text_;
  Config last_;
};

}  // namespace icsweep
