// Arrays of numbers to .npy and .safetensors files, each written beside its place and put there whole.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// Writes values, row-major, as .npy of format 1; an empty shape makes a scalar. Throws Error(config) if the file
/// cannot be written; what stood there before then still does.
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const double> values);
void write_npy(const std::string& path, const std::vector<std::int64_t>& shape, std::span<const float> values);

/// Writes the arrays, which stand one after the other in `values`, as .safetensors of float32; `metadata` is its
/// __metadata__. Throws Error(config) as write_npy.
void write_safetensors(const std::string& path, const std::map<std::string, std::string>& metadata,
                       const std::vector<WeightArray>& arrays, std::span<const float> values);

}  // namespace icsweep
