// Cells of parameters: how a store keeps values that are neither numbers nor texts.
//
// A boolean is the integer 0 or 1, a list or table the text of its compact JSON. None is −∞, the least integer plus 1,
// or the text null; an absent value is NaN, the least integer, or the text absent_text. No parameter has these as
// values: numbers are finite, and the others are refused (expect_no_mark).
#pragma once

#include "io/store/table.hpp"

namespace icsweep {

/// The kind of the cells of parameters of this type.
ValueType kind_of(ValueType type);

/// One character, SUBSTITUTE of ASCII.
inline constexpr char absent_text[] = "\x1a";

/// The cell of a parameter of this type.
Cell parameter_cell(const Value& value, ValueType type);

/// The value of a cell. may_be_missing: whether the marks of None and Absent are read as such.
Value parameter_value(const Cell& cell, ValueType type, bool may_be_missing);

/// Throws Error(config) "x = …" for a value that its cell could not distinguish from a missing one.
void expect_no_mark(const Parameter& parameter, const Value& value);

}  // namespace icsweep
