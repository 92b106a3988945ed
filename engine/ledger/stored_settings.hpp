// Identities and versions of the settings in rows of a store, of which neighbours share most values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/schema/identity_text.hpp"
#include "io/store/row_block.hpp"

namespace icsweep {

/// Looks only at the parameters that differ from those of the row before. Its answers are those of identity(),
/// decimal_identity() and Schema::result_version_of() for the row's stored_config().
class StoredSettings {
 public:
  /// The schema must live longer.
  explicit StoredSettings(const Schema& schema);

  /// Begins a block, which must have the parameters without a neutral value.
  void begin(const RowBlock& block);
  void look_at(std::size_t row);
  Identity identity() { return text_.identity(); }
  std::string decimal_identity();
  int result_version() const { return version_; }

 private:
  void set(std::size_t number, const Value& value);

  const Schema& schema_;
  IdentityText text_;
  std::optional<IdentityText> rounded_{};       // made for the first row that needs it
  std::vector<std::optional<double>> decimal_;  // by number: of a real that is not in its decimal form
  std::size_t odd_ = 0;                         // number of these
  std::vector<const ColumnCells*> columns_;     // by number
  std::optional<std::size_t> last_{};           // row of the block
  int version_;
};

}  // namespace icsweep
