// Finds published results, texts and tokenizer files that are not part of the repository (CMake variable
// ICSWEEP_REFERENCE_DIR). Tests that need them are skipped if they are missing.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

namespace icsweep::test {

inline std::filesystem::path reference_file(const std::string& name) {
  return std::filesystem::path(ICSWEEP_REFERENCE_DIR) / name;
}

/// Skips the current test unless the file exists.
#define ICSWEEP_NEEDS_REFERENCE(name) \
  if (!std::filesystem::exists(icsweep::test::reference_file(name))) GTEST_SKIP() << "skipped: no reference data"

}  // namespace icsweep::test
