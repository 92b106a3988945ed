#include "io/base/resources.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "io/base/parsed_number.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

std::string gpus_text(double gpus) {
  return gpus < 1 && gpus > 0 ? fmt::format("{:g} of a GPU", gpus) : counted(std::int64_t(gpus), "GPU");
}

/// A kind of resource of which a host has less than is needed.
struct Lack {
  double share = 1;  ///< of the need that the host has
  std::string need, has;
};

std::vector<Lack> lacks(const Resources& needs, const HostCapacity& host) {
  std::vector<Lack> all;
  const double gpus = double(host.gpus.size());
  if (host.cores > 0 && needs.taken_cores() > host.cores)
    all.push_back({double(host.cores) / needs.cores, counted(needs.cores, "core"), fmt::format("{}", host.cores)});
  if (needs.memory > host.memory)
    all.push_back({host.memory / needs.memory, size_text(needs.memory), size_text(host.memory)});
  if (needs.gpus > gpus)
    all.push_back({gpus / needs.gpus, gpus_text(needs.gpus), gpus > 0 ? fmt::format("{}", gpus) : "none"});
  return all;
}

}  // namespace

Resources larger(const Resources& a, const Resources& b) {
  return {.cores = std::max(a.cores, b.cores),
          .limit = a.limit || b.limit,
          .memory = std::max(a.memory, b.memory),
          .gpus = std::max(a.gpus, b.gpus)};
}

std::string needs_text(const Resources& needs) {
  std::vector<std::string> parts;
  if (needs.cores > 0 || !needs.are_stated()) parts.push_back(counted(needs.taken_cores(), "core"));
  if (needs.memory > 0) parts.push_back(bytes_text(needs.memory));
  if (needs.gpus > 0) parts.push_back(gpus_text(needs.gpus));
  std::string text = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

/// ROCm hides GPUs first, and then counts the rest from 0.
std::vector<std::string> gpu_environment(const Allotment& allotment) {
  if (!allotment.gpus) return {};
  std::vector<std::string> names = *allotment.gpus;
  const std::string all = fmt::format("{}", fmt::join(names, ","));
  if (::access("/dev/kfd", F_OK) == 0)
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i);
  return {fmt::format("CUDA_VISIBLE_DEVICES={}", fmt::join(names, ",")), "ROCR_VISIBLE_DEVICES=" + all};
}

std::string lack_of(const Resources& needs, const std::vector<HostCapacity>& hosts) {
  const HostCapacity* closest = nullptr;
  Lack least{-1, "", ""};
  for (const HostCapacity& host : hosts) {
    const auto all = lacks(needs, host);
    if (all.empty()) return "";
    const Lack& worst = *std::ranges::min_element(all, {}, &Lack::share);
    if (worst.share > least.share) least = worst, closest = &host;
  }
  if (!closest) return "";
  return std::ranges::all_of(hosts, [&](const HostCapacity& host) { return host.name == closest->name; })
             ? fmt::format("needs {}; {} has {}", least.need, closest->name, least.has)
             : fmt::format("needs {}; the largest host, {}, has {}", least.need, closest->name, least.has);
}

}  // namespace icsweep
