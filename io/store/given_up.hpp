// The error of a guest that its leader has given up.
#pragma once

#include "io/store/lease_watch.hpp"

namespace icsweep {

/// Other ranks of the launch that this guest helped run its experiments, under the same epoch.
class GivenUp : public LeaseLost {
 public:
  using LeaseLost::LeaseLost;
};

}  // namespace icsweep
