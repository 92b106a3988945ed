#include "engine/ledger/stored_settings.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/ledger/stored_experiment.hpp"
#include "io/base/decimal.hpp"

namespace icsweep {

StoredSettings::StoredSettings(const Schema& schema)
    : schema_(schema), text_(schema), decimal_(text_.size()), version_(schema.result_version) {}

void StoredSettings::set(std::size_t number, const Value& value) {
  text_.set(number, value);
  odd_ -= decimal_[number].has_value();
  decimal_[number].reset();
  const auto* real = std::get_if<double>(&value);
  if (!real) return;
  if (const double written = decimal(*real); !(written == *real)) decimal_[number] = written, ++odd_;
}

void StoredSettings::begin(const RowBlock& block) {
  columns_.clear();
  last_.reset();
  for (std::size_t number = 0; number < text_.size(); ++number) {
    const Parameter& p = text_.parameter(number);
    columns_.push_back(block.find(p.name));
    if (columns_.back()) continue;
    if (!p.neutral) throw std::out_of_range("a block has no column " + p.name);
    set(number, *p.neutral);  // the rows were written before the parameter was added
  }
}

void StoredSettings::look_at(std::size_t row) {
  bool is_other = false;
  for (std::size_t number = 0; number < columns_.size(); ++number) {
    const ColumnCells* column = columns_[number];
    if (!column || (last_ && column->is_equal(row, *last_))) continue;
    set(number, stored_value(text_.parameter(number), column->cell(row)));
    is_other = true;
  }
  last_ = row;
  if (!is_other || schema_.raised.empty()) return;
  Values values;
  for (std::size_t number = 0; number < text_.size(); ++number) {
    const std::string& name = text_.parameter(number).name;
    if (std::ranges::find(schema_.raised, name, &RaisedVersion::parameter) != schema_.raised.end())
      values[name] = text_.value(number);
  }
  version_ = schema_.result_version_of(values);
}

std::string StoredSettings::decimal_identity() {
  if (odd_ == 0) return "";
  if (!rounded_) rounded_.emplace(schema_);
  for (std::size_t number = 0; number < text_.size(); ++number)
    rounded_->set(number, decimal_[number] ? Value(*decimal_[number]) : text_.value(number));
  return rounded_->identity().text();
}

}  // namespace icsweep
