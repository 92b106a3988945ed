#include "io/child_process.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace icsweep {
namespace {

constexpr std::array<std::string_view, 7> of_mpi{"OMPI_", "OPAL_", "ORTE_", "PMIX_", "PRTE_", "PMI_", "PMI2_"};

}  // namespace

std::vector<std::string> child_environment(const std::vector<std::string_view>& without) {
  std::vector<std::string> all;
  for (char** at = environ; *at; ++at) {
    const std::string_view entry(*at), name = entry.substr(0, entry.find('='));
    const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (std::ranges::none_of(of_mpi, begins) && std::ranges::find(without, name) == without.end())
      all.emplace_back(entry);
  }
  return all;
}

std::vector<char*> exec_pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace icsweep
