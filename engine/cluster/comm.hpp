// The transport between ranks: short texts between coordinator and workers, large blocks between any two ranks.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/base/index.hpp"

namespace icsweep {

/// The kinds of messages.
enum class Arrival {
  text,
  joined,  ///< a rank of another launch has joined; the text is its host
  lost,    ///< the rank has left, or its launch died, perhaps by an experiment
  silent   ///< the rank's launch is frozen or cut off
};

struct Message {
  Rank from;
  std::string text;
  Arrival what = Arrival::text;
  double seconds = 0;      ///< of a rank that joined: until it stops by itself
  std::string capacity{};  ///< of a rank that joined: of its host, see engine/cluster/host_capacity.hpp
};

using Block = std::vector<std::byte>;

/// A block on its way. Destroy it before its communicator.
class Transfer {
 public:
  virtual ~Transfer() = default;
  /// True if the block has arrived, or if its bytes may be changed. Also lets the transfer proceed. Do not call it
  /// again after it was true.
  virtual bool is_complete() = 0;

  Block block{};  ///< the block that arrives
};

/// No call is collective.
class Comm {
 public:
  virtual ~Comm() = default;

  virtual Rank rank() const = 0;
  virtual int size() const = 0;
  /// All ranks except rank 0.
  auto others() const { return indices<Rank>(std::size_t(size())).after(1); }
  /// True if several threads may call this object, one at a time. Otherwise only the first thread may.
  virtual bool takes_turns() const = 0;
  /// If a thread of this object uses MPI: held by the rank, except while an experiment computes. Else nullptr.
  virtual std::mutex* turn() const { return nullptr; }
  /// For small messages only (a few KiB), so that sending never waits for the receiver.
  virtual void send(Rank to, const std::string& text) const = 0;
  /// The next message, if one has arrived.
  virtual std::optional<Message> poll() const = 0;
  /// Starts to send a block, which must not change before the transfer is complete. Any size up to 2 GB.
  virtual std::unique_ptr<Transfer> send_block(Rank to, std::span<const std::byte> block) const = 0;
  /// The next block from that rank if it has started to arrive, else nullptr.
  virtual std::unique_ptr<Transfer> receive_block(Rank from) const = 0;
  /// Ends every rank at once with this exit status.
  [[noreturn]] virtual void abort(int status) const = 0;

  /// Polls until a message arrives. Sleeps 20 µs between the first polls and up to 200 µs later, so waiting uses no
  /// core. Calls `meanwhile` between polls, which may throw.
  Message wait(const std::function<void()>& meanwhile) const;
};

/// Calls `done` until it is true, and sleeps between calls as Comm::wait does, at most this long.
void nap_until(const std::function<bool()>& done, std::chrono::microseconds longest = std::chrono::microseconds(200));

}  // namespace icsweep
