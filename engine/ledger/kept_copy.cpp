#include "engine/ledger/kept_copy.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "io/base/error.hpp"

namespace icsweep {

std::string keep_copy(const std::string& store, const std::string& why) {
  for (int number = 1;; ++number) {
    const std::string kept = fmt::format("{}.{}-{}", store, why, number);
    if (::link(store.c_str(), kept.c_str()) == 0) return kept;
    if (errno == EEXIST) continue;
    std::error_code error;
    if (std::filesystem::copy_file(store, kept, error)) return kept;
    throw Error(ErrorKind::store, fmt::format("{}: cannot be kept as {}: {}", store, kept, error.message()));
  }
}

}  // namespace icsweep
