#include "tasks/universality/recursion.hpp"

#include <fmt/format.h>

#include "io/schema/schema_builders.hpp"

namespace icsweep {
namespace {

constexpr double smallest_norm = 1e-6;  // products of squares stay above 0 in single precision

void validate_periods(std::int64_t shortest, std::int64_t longest, std::int64_t length) {
  if (shortest > longest)
    refuse_setting(
        fmt::format("shortest_period = {}: longer than longest_period = {}, use at most that", shortest, longest));
  if (longest > length)
    refuse_setting(
        fmt::format("longest_period = {}: longer than length = {}, the sequence would not show a whole period; "
                    "use a longer length or shorter periods",
                    longest, length));
}

}  // namespace

std::vector<Parameter> recursion_parameters(std::int64_t instance) {
  return {
      integer("instance", instance).between(1, 4).says("1, 2: x -> Wx; 3: periodic; 4: non-linear"),
      integer("dim", 15).between(1, 1000).says("dimension d; even for instance 4"),
      real("q", 2.0)
          .between(-1e3, 1e3)
          .says("instance 4: factor of the phases")
          .used_where("instance", std::int64_t{4}),
      integer("shortest_period", 20)
          .between(1, 1e3)
          .says("instance 3: shortest period")
          .used_where("instance", std::int64_t{3}),
      integer("longest_period", 40)
          .between(1, 1e3)
          .says("instance 3: longest period")
          .used_where("instance", std::int64_t{3}),
      real("noise", 0.0).between(0, 1e3).says("of each coordinate; instance 3: around its cycle"),
      real("initial_norm", 1.0).between(0, 20).says("norm of x_1, kept without noise"),
  };
}

Recursion recursion_of(const Config& c) {
  return {.instance = c.small_integer("instance"),
          .dim = c.small_integer("dim"),
          .q = c.real("q"),
          .shortest_period = c.small_integer("shortest_period"),
          .longest_period = c.small_integer("longest_period"),
          .noise = c.real("noise"),
          .initial_norm = c.real("initial_norm")};
}

void validate_recursion(const Config& c) {
  const auto instance = c.integer("instance"), dim = c.integer("dim");
  const double norm = c.real("initial_norm");
  if (norm == 0) refuse_setting("initial_norm = 0: a sequence that starts at zero stays there, use a positive one");
  if (norm < smallest_norm)
    refuse_setting(
        fmt::format("initial_norm = {}: too small for single precision, use at least {}", norm, smallest_norm));
  if (instance == 3) validate_periods(c.integer("shortest_period"), c.integer("longest_period"), c.integer("length"));
  if (instance == 4 && dim % 2 == 1)
    refuse_setting(fmt::format("dim = {}: instance 4 turns pairs of coordinates, use an even number", dim));
}

}  // namespace icsweep
