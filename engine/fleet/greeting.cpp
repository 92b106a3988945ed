#include "engine/fleet/greeting.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/schema/json.hpp"

namespace icsweep {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Likeness, program, sweep, user)

namespace {

constexpr int deepest_greeting = 8;  // of JSON's brackets

/// Calls `read` with the text as JSON; nothing if it is not JSON or lacks what `read` wants.
template <class Read>
auto read_greeting(const std::string& text, Read read) -> std::optional<decltype(read(nlohmann::json()))> {
  if (!nests_at_most(text, deepest_greeting)) return std::nullopt;
  try {
    return read(nlohmann::json::parse(text));
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string difference(const Likeness& guest, const Likeness& launch) {
  if (guest.user != launch.user)
    return fmt::format("the launch of another user is writing it (user {}, this one is of {}); use a store of your own",
                       launch.user, guest.user);
  if (guest.program != launch.program)
    return fmt::format("the launch that writes it is of {}, this one of {}; start all launches from one build",
                       launch.program, guest.program);
  if (guest.sweep != launch.sweep)
    return "the launch that writes it runs another sweep; name the same sweep and options, or another store";
  return "";
}

std::string to_message(const Hello& h) {
  const nlohmann::json seconds = std::isfinite(h.seconds) ? nlohmann::json(h.seconds) : nlohmann::json();
  return nlohmann::json{
      {"likeness", h.likeness}, {"hosts", h.hosts}, {"job", h.job}, {"seconds", seconds}, {"capacities", h.capacities}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Hello> hello_in(const std::string& text) {
  return read_greeting(text, [](const nlohmann::json& json) {
    Hello h{json.at("likeness"), json.at("hosts"), json.at("job")};
    if (!json.at("seconds").is_null()) h.seconds = json.at("seconds");
    h.capacities = json.at("capacities");
    return h;
  });
}

std::string to_message(const Welcome& w) {
  return nlohmann::json{
      {"guest", w.guest}, {"first", w.first}, {"inode", w.inode}, {"has_more", w.has_more}, {"terms", w.terms}}
      .dump();
}

std::optional<Welcome> welcome_in(const std::string& text) {
  return read_greeting(text, [](const nlohmann::json& json) {
    return Welcome{json.at("guest"), json.at("first"), json.at("inode"), json.at("has_more"), json.at("terms")};
  });
}

}  // namespace icsweep
