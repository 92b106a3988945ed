// The schema of a program's experiments: its parameters, its results and the hash of its code.
#pragma once

#include <string>

#include "tasks/program/program_definition.hpp"

namespace icsweep {

/// A result as a sweep file writes it: "test_mse" is a number; "loss[100]" a curve of 100, whose dimension is called
/// loss_index; "m[3][4]" an array, with m_index1 and m_index2; "loss[checkpoint=100]" names the dimension. A curve over
/// `checkpoint` grows along training: its values so far are kept. Throws Error(config) for another text.
Output program_output(const std::string& text);

/// The definition's parameters, then `code`; outputs from its results. Throws Error(config) for names that are no
/// identifiers of C, that stand twice, also but for capitals, or that the store has for itself; for a dimension with
/// two sizes; and for a definition without results.
Schema program_schema(const ProgramDefinition& definition);

}  // namespace icsweep
