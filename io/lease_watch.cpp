#include "io/lease_watch.hpp"

#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace icsweep {

LeaseWatch::LeaseWatch(const std::string& store, std::string holder, std::chrono::milliseconds patience)
    : store_(store), path_(lease_path(store)), holder_(std::move(holder)), patience_(patience) {}

std::optional<bool> LeaseWatch::is_own() const {
  std::string beginning(holder_.size(), '\0');
  if (!std::ifstream(path_).read(beginning.data(), std::streamsize(beginning.size()))) return std::nullopt;
  return beginning == holder_;
}

void LeaseWatch::expect() const {
  const auto end = std::chrono::steady_clock::now() + patience_;
  for (;;) {
    const auto own = is_own();
    if (own == true) return;
    if (own == false || std::chrono::steady_clock::now() > end) throw taken_over();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

Error LeaseWatch::taken_over() const {
  return Error(ErrorKind::store,
               fmt::format("{}: another launch took the store over, or its lease was removed, while this "
                           "one was cut off or said nothing; this one ends",
                           store_));
}

}  // namespace icsweep
