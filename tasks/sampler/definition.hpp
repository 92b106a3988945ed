// What a sweep file says of a sampler, and what is known of it once it has been asked.
#pragma once

#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// A sampler that a sweep file names: a Python file or a shared library that draws a task's examples. All ranks know
/// it.
struct SamplerDefinition {
  std::string task;                      ///< the task's name and its table's: "regression_polynomials"
  std::string base;                      ///< whose model it feeds: regression, augmented or plain
  std::string parameter;                 ///< of the base, that names it: "function" or "context"
  std::string file;                      ///< "polynomials.py" or "polynomials.so", relative to `folder`
  std::string folder;                    ///< of the sweep file
  std::vector<std::string> data{};       ///< files that it reads, relative to `folder`; their contents are in the hash
  std::string code{};                    ///< hash of the file and of the local modules it imports
  std::vector<Parameter> own{};          ///< its parameters, named "degree"; a value's type is the parameter's
  std::vector<std::string> baselines{};  ///< names that baselines() returned

  bool is_python() const { return file.ends_with(".py"); }
};

/// The hash of a sampler's code: over names and contents of these files of the definition's folder and of its data, 32
/// hexadecimal digits. Throws std::runtime_error for one that cannot be read. copy: a folder in place of the
/// definition's for the files, not for the data.
std::string code_of(const SamplerDefinition& definition, const std::vector<std::string>& files,
                    const std::string& copy = "");

}  // namespace icsweep
