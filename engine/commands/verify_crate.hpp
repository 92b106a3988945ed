// `icsweep verify` of a crate.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "engine/run/surroundings.hpp"
#include "engine/verify/sample.hpp"

namespace icsweep {

struct VerifyOptions {
  std::string store;  ///< or the crate
  std::int64_t sample = 0;
  std::int64_t seed = std::random_device{}();  // random, so that the maker of the store cannot know which rows run
  bool json = false, allow_files = false;

  NamedFiles named_files() const { return allow_files ? NamedFiles::opened : NamedFiles::closed; }
};

/// Checks the crate, runs the sample again, and prints the limits of the check. Returns the exit status.
int verify_crate(const Surroundings& s, const VerifyOptions& options);

}  // namespace icsweep
