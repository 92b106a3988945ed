// What the coordinator and the workers talk through: short texts between ranks.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace icsweep {

struct Message {
  int from;
  std::string text;
};

/// Every call is independent of the other ranks.
class Comm {
 public:
  virtual ~Comm() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Whether all this may be called from several threads, from one at a time; otherwise from the first alone.
  virtual bool takes_turns() const = 0;
  /// Small messages only (a few KiB), so that sending never waits for the receiver.
  virtual void send(int to, const std::string& text) const = 0;
  /// The next message, if one has arrived.
  virtual std::optional<Message> poll() const = 0;
  /// Ends every rank at once with this exit status.
  [[noreturn]] virtual void abort(int status) const = 0;

  /// Sleeps between polls: 20 µs at first, up to 200 µs; costs no core. `meanwhile` is called between them and may
  /// throw.
  Message wait(const std::function<void()>& meanwhile) const;
};

/// Calls `done` until it is true, with such naps between.
void nap_until(const std::function<bool()>& done);

}  // namespace icsweep
