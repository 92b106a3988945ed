#include <fmt/format.h>

#include <cmath>

#include "io/base/parsed_number.hpp"
#include "io/sweep_file/sweep_values.hpp"

namespace icsweep::sweep_values {
namespace {

constexpr int most_cores = 1'000'000, most_gpus = 1'000;

double memory_of(const Reader& read, const toml::node& node) {
  const auto bytes = parse_bytes(read.text("memory of resources", node));
  if (!bytes || !(*bytes >= 1))
    read.fail(
        read.place(node).line,
        fmt::format("memory of resources is \"{}\": write a positive number with B, kB, MB, GB, TB, KiB, MiB, GiB "
                    "or TiB, such as \"40GB\"",
                    read.text("memory", node)));
  return std::floor(*bytes);
}

double gpus_of(const Reader& read, const toml::node& node) {
  const auto whole = node.value_exact<std::int64_t>();
  const double gpus = whole ? double(*whole) : node.value_exact<double>().value_or(0);
  if (!(gpus > 0 && gpus <= most_gpus) || (gpus > 1 && gpus != std::floor(gpus)))
    read.fail(
        read.place(node).line,
        fmt::format("gpus of resources must be a number from 1 to {}, or a share of a GPU between 0 and 1", most_gpus));
  return gpus;
}

}  // namespace

Resources read_resources(const Reader& read, const toml::table& table) {
  Resources resources;
  for (const auto& [key, node] : table) {
    if (key == "cores") resources.cores = int(read.integer("cores of resources", node, 1, most_cores));
    else if (key == "memory") resources.memory = memory_of(read, node);
    else if (key == "gpus") resources.gpus = gpus_of(read, node);
    else if (key == "limit") resources.limit = read.flag("limit of resources", node);
    else
      read.fail(read.place(key).line,
                fmt::format("unknown key \"{}\" in resources, it has: cores, memory, gpus, limit", key.str()));
  }
  if (!resources.are_stated())
    read.fail(read.place(table).line,
              "resources is empty, write resources = { cores = 4, memory = \"40GB\", gpus = 1 }");
  if (resources.limit && !(resources.memory > 0))
    read.fail(read.place(table).line, "limit of resources limits memory, which is not given: add memory = \"40GB\"");
  return resources;
}

}  // namespace icsweep::sweep_values
