// The transport between coordinator and workers: short texts between ranks.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace icsweep {

struct Message {
  int from;
  std::string text;
};

/// No call is collective.
class Comm {
 public:
  virtual ~Comm() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Whether several threads may call this object, one at a time; otherwise only the first thread may.
  virtual bool takes_turns() const = 0;
  /// Small messages only (a few KiB), so that sending never waits for the receiver.
  virtual void send(int to, const std::string& text) const = 0;
  /// The next message, if one has arrived.
  virtual std::optional<Message> poll() const = 0;
  /// Ends every rank at once with this exit status.
  [[noreturn]] virtual void abort(int status) const = 0;

  /// Polls until a message arrives and sleeps between polls, 20 µs at first, up to 200 µs, so that waiting costs no
  /// core. Calls `meanwhile` between polls, which may throw.
  Message wait(const std::function<void()>& meanwhile) const;
};

/// Calls `done` until it is true, sleeping between calls as Comm::wait does.
void nap_until(const std::function<bool()>& done);

}  // namespace icsweep
