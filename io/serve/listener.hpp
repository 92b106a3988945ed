// Listens for connections on a port of this machine only.
#pragma once

namespace icsweep {

class Listener {
 public:
  /// Binds a port of 127.0.0.1; any free one for 0. Throws Error(config) if it is taken.
  explicit Listener(int port);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int socket() const { return socket_; }
  int port() const { return port_; }
  /// The next connection's non-blocking socket; -1 if no connection waits.
  int accept();
  /// True if the last accept() failed for lack of file descriptors.
  bool is_out_of_files() const { return out_of_files_; }

 private:
  int socket_, port_;
  bool out_of_files_ = false;
};

}  // namespace icsweep
