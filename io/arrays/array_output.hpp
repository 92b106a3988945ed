// Writes arrays of numbers to .npy and .safetensors files, each beside its place and then renamed into it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// Writes values, row-major, as .npy of format 1; an empty shape makes a scalar. Throws Error(config) if the file
/// cannot be written; the former file then stays.
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const double> values);
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const float> values);

/// Writes the arrays, stored one after the other in `values`, as .safetensors of float32; `metadata` becomes its
/// __metadata__. Throws Error(config) as write_npy does.
void write_safetensors(const std::string& path, const std::map<std::string, std::string>& metadata,
                       const std::vector<WeightArray>& arrays, std::span<const float> values);

}  // namespace icsweep
