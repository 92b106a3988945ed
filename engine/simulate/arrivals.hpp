// Jobs that come to a simulated sweep one after the other.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace icsweep {

/// A job that joins the sweep. Times are in seconds since its beginning.
struct JobArrival {
  double time = 0;
  int ranks = 1;
  double leaves = std::numeric_limits<double>::infinity();
  bool is_killed = false;  ///< then: without saving its experiments
};

/// The jobs in order of their arrival.
class Arrivals {
 public:
  /// Jobs of equal size that come at random, at a mean rate; the first one at once.
  struct Rate {
    double per_second = 0;
    int ranks = 1;
    double stay = std::numeric_limits<double>::infinity();  ///< seconds
    std::int64_t seed = 0;
    bool is_killed = false;  ///< at the end of its stay
  };

  explicit Arrivals(std::vector<JobArrival> jobs);
  explicit Arrivals(const Rate& rate) : rate_(rate) {}

  /// The job, counted from 0; nothing if fewer come.
  std::optional<JobArrival> at(std::size_t job);

 private:
  std::vector<JobArrival> known_{};
  std::optional<Rate> rate_{};
};

/// Reads "0.5/min:16:2h" (rate, ranks, and how long each job stays), or else the file of this name with a job per line:
/// "10m 16 2h", its arrival, ranks, and perhaps when it leaves. With ":killed" or "killed" after that, jobs do not save
/// when they leave. Throws Error(config) that names the file and line.
Arrivals arrivals_in(const std::string& text, std::int64_t seed);

}  // namespace icsweep
