// The first messages between a launch and a guest: what the guest runs, and the terms under which it helps.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace icsweep {

/// Facts that two launches must share to compute one store together.
struct Likeness {
  std::string program{};  ///< version and build, see checkpoint_program()
  std::string sweep{};    ///< hash of the experiments, see sweep_identity()
  std::string user{};     ///< number of the user
};

/// A sentence that names the difference, or empty.
std::string difference(const Likeness& guest, const Likeness& launch);

/// From a guest, before anything else.
struct Hello {
  Likeness likeness{};
  std::vector<std::string> hosts{};                          ///< by rank of the guest
  std::string job{};                                         ///< host and process, for people
  double seconds = std::numeric_limits<double>::infinity();  ///< until the guest stops by itself
  std::vector<std::string> capacities{};  ///< by rank: of its host; empty if the sweep states no resources
};

/// The answer: the guest's ranks take part.
struct Welcome {
  std::string guest{};      ///< names the guest in the lease
  int first = 0;            ///< number of its rank 0 in the launch; the others follow
  std::uint64_t inode = 0;  ///< of the store's file
  bool has_more = false;    ///< another launch follows when this one has ended
  std::string terms{};      ///< LaunchTerms of engine/worker
};

std::string to_message(const Hello& hello);
std::string to_message(const Welcome& welcome);
/// Nothing if the text is another message.
std::optional<Hello> hello_in(const std::string& text);
std::optional<Welcome> welcome_in(const std::string& text);

}  // namespace icsweep
