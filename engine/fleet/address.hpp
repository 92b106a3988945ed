// The address at which guests reach a launch.
#pragma once

#include <string>

namespace icsweep {

/// The address of this host under its own name, or else of its first interface, that is not a loopback address. Without
/// a network 127.0.0.1.
std::string reachable_address();

/// "tcp://ADDRESS:*" of ZeroMQ, for an IPv4 or IPv6 address, a host's name or an interface's name. Empty text: the
/// reachable address. Throws Error(config) for another text.
std::string endpoint_of(const std::string& address);

/// The endpoint that others use: for "tcp://0.0.0.0:PORT" and "tcp://[::]:PORT", the reachable address.
std::string published(const std::string& endpoint);

}  // namespace icsweep
