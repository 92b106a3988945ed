// A sampler as the sweep file defines it, and its properties found by asking it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/schema/schema.hpp"

namespace icsweep {

/// A sampler that a sweep file names: a Python file or a shared library that draws a task's examples. All ranks know
/// it.
struct SamplerDefinition {
  std::string task;                      ///< name of the task and of its table: "regression_polynomials"
  std::string base;                      ///< task whose model it feeds: regression, augmented or plain
  std::string parameter;                 ///< parameter of the base that names it: "function" or "context"
  std::string file;                      ///< "polynomials.py" or "polynomials.so", relative to `folder`
  std::string folder;                    ///< folder of the sweep file
  std::vector<std::string> data{};       ///< files that it reads, relative to `folder`; their contents are in the hash
  std::string code{};                    ///< hash of the file and of the local modules it imports
  std::vector<Parameter> own{};          ///< its parameters, named "degree"; a value's type is the parameter's
  std::vector<std::string> baselines{};  ///< names that baselines() returned
  /// Hashes of the files of its code and data, by name; only where it was inspected.
  std::map<std::string, std::string> hashes{};

  bool is_python() const { return file.ends_with(".py"); }
};

/// Hash of a sampler's code: over names and contents of these files of the definition's folder, and of its data; 32
/// hexadecimal digits. copy: a folder that replaces the definition's for the files, but not for the data. Throws
/// std::runtime_error for a file that cannot be read.
std::string code_of(const SamplerDefinition& definition, const std::vector<std::string>& files,
                    const std::string& copy = "");
/// Hash of each of these files, by name. Throws the same.
std::map<std::string, std::string> code_files_of(const SamplerDefinition& definition,
                                                 const std::vector<std::string>& files, const std::string& copy = "");

}  // namespace icsweep
