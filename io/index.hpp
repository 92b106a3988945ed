// Numbers of things, counted from 0, that do not mix: a job's number is no rank and no experiment's number.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>

namespace icsweep {

/// A number of one kind of things. Made from a plain number by name alone, and read by value() alone.
template <class Kind>
class Index {
 public:
  constexpr Index() = default;
  constexpr explicit Index(std::size_t value) : value_(value) {}
  constexpr std::size_t value() const { return value_; }
  friend constexpr auto operator<=>(const Index&, const Index&) = default;

 private:
  std::size_t value_ = 0;
};

/// An experiment of a sweep, in the order of Expansion::experiments.
using ExperimentIndex = Index<struct ExperimentKind>;
/// A job of a launch, in the order of StorePlan::jobs.
using JobIndex = Index<struct JobKind>;

}  // namespace icsweep

template <class Kind>
struct std::hash<icsweep::Index<Kind>> {
  std::size_t operator()(const icsweep::Index<Kind>& index) const noexcept { return index.value(); }
};
