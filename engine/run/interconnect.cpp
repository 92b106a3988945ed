#include "engine/run/interconnect.hpp"

#include <algorithm>
#include <chrono>

#include "engine/worker/block_channel.hpp"
#include "io/base/statistics.hpp"

namespace icsweep {
namespace {

constexpr int rounds = 9;
constexpr std::size_t small = 64, large = 4 << 20;  // in bytes

/// Median seconds to send a block of this size and receive a small one.
double exchange_seconds(const BlockChannel& channel, Rank partner, std::size_t size) {
  std::vector<double> seconds;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    channel.send({{partner, Block(size)}});
    channel.receive(partner);
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return median(seconds);
}

}  // namespace

Interconnect measured_interconnect(const Comm& comm, const std::vector<std::string>& hosts) {
  const auto other = std::ranges::find_if(hosts, [&](const std::string& host) { return host != hosts.front(); });
  const Rank partner(int(other - hosts.begin()));
  Interconnect none{.bandwidth = 0};
  if (other == hosts.end() || (comm.rank() != Rank(0) && comm.rank() != partner)) return none;
  const BlockChannel channel(comm);
  if (comm.rank() == partner) {
    for (int i = 0; i < 2 * rounds; ++i) channel.receive(Rank(0)), channel.send({{Rank(0), Block(small)}});
    return none;
  }
  const double round_trip = exchange_seconds(channel, partner, small);
  const double with_large = exchange_seconds(channel, partner, large);
  return {round_trip, double(large) / std::max(1e-6, with_large - round_trip)};
}

}  // namespace icsweep
