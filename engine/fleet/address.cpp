#include "engine/fleet/address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <cctype>
#include <memory>

#include "io/base/error.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {
namespace {

/// The address as text; empty for loopback and link-local addresses and for other families than IPv4 and IPv6.
std::string outer_address(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address && address->sa_family == AF_INET) {
    const auto& in = reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
    const auto first = ntohl(in.s_addr) >> 24;
    if (first == 127 || ntohl(in.s_addr) >> 16 == 0xa9fe || in.s_addr == 0) return "";
    return ::inet_ntop(AF_INET, &in, text.data(), text.size()) ? text.data() : "";
  }
  if (address && address->sa_family == AF_INET6) {
    const auto& in = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    if (IN6_IS_ADDR_LOOPBACK(&in) || IN6_IS_ADDR_LINKLOCAL(&in) || IN6_IS_ADDR_UNSPECIFIED(&in)) return "";
    return ::inet_ntop(AF_INET6, &in, text.data(), text.size()) ? text.data() : "";
  }
  return "";
}

std::string address_of_name(const std::string& name) {
  addrinfo* found = nullptr;
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  if (::getaddrinfo(name.c_str(), nullptr, &hints, &found) != 0) return "";
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, ::freeaddrinfo);
  std::string first;
  for (const addrinfo* at = found; at; at = at->ai_next)
    if (const std::string text = outer_address(at->ai_addr);
        !text.empty() && (first.empty() || text.find(':') == text.npos)) {
      first = text;
      if (text.find(':') == text.npos) break;  // IPv4 first
    }
  return first;
}

std::string address_of_interface() {
  ifaddrs* found = nullptr;
  if (::getifaddrs(&found) != 0) return "";
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> all(found, ::freeifaddrs);
  std::string first;
  for (const ifaddrs* at = found; at; at = at->ifa_next) {
    if (!(at->ifa_flags & IFF_UP) || !(at->ifa_flags & IFF_RUNNING) || (at->ifa_flags & IFF_LOOPBACK)) continue;
    const std::string text = outer_address(at->ifa_addr);
    if (text.empty()) continue;
    if (text.find(':') == text.npos) return text;
    if (first.empty()) first = text;
  }
  return first;
}

}  // namespace

std::string reachable_address() {
  if (const std::string own = address_of_name(host_name()); !own.empty()) return own;
  const std::string any = address_of_interface();
  return any.empty() ? "127.0.0.1" : any;
}

std::string published(const std::string& endpoint) {
  for (const std::string all : {"tcp://0.0.0.0:", "tcp://[::]:"})
    if (endpoint.starts_with(all)) {
      const std::string own = reachable_address();
      const bool is_long = own.find(':') != own.npos;
      return fmt::format("tcp://{}:{}", is_long ? "[" + own + "]" : own, endpoint.substr(all.size()));
    }
  return endpoint;
}

std::string endpoint_of(const std::string& address) {
  std::string host = address.empty() ? reachable_address() : address;
  for (const unsigned char c : host)
    if (!std::isalnum(c) && c != '.' && c != ':' && c != '-' && c != '_' && c != '%')
      throw Error(ErrorKind::config,
                  fmt::format("--listen {}: write an address, a name or an interface of this host", address));
  if (host.find(':') == host.npos)
    if (const std::string named = address_of_name(host); !named.empty()) host = named;
  if (host == "localhost") host = "127.0.0.1";
  if (host.find(':') == host.npos) return fmt::format("tcp://{}:*", host);
  std::array<unsigned char, sizeof(in6_addr)> none{};
  if (::inet_pton(AF_INET6, host.substr(0, host.find('%')).c_str(), none.data()) != 1)
    throw Error(ErrorKind::config, fmt::format("--listen {}: write an address without a port", address));
  return fmt::format("tcp://[{}]:*", host);
}

}  // namespace icsweep
