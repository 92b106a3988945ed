// Settings of training beyond the learning rate: the same parameters for every task that trains.
#pragma once

#include <vector>

#include "io/schema/schema_builders.hpp"
#include "models/kernels/update.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

enum class Schedule { constant, linear, cosine };

/// The default values train with Adam at a constant rate.
struct OptimiserSettings {
  double learning_rate = 1e-3;
  UpdateSettings update{};  ///< its learning rate is unused
  Schedule schedule = Schedule::constant;
  double final_rate = 0;        ///< the schedule's end, as a share of the learning rate
  std::int64_t warmup = 0;      ///< number of first steps, during which the rate rises
  std::int64_t fall_begin = 0;  ///< step, counted from 0, from which a linear or cosine schedule falls
  std::int64_t steps = 0;       ///< of the whole training
  double clip = 0;              ///< largest norm of the gradient; 0: no limit
  double ema = 0;               ///< decay per step of the average of the weights; 0: no average
  double initial_scale = 1;     ///< factor of the first weights except those of norms

  /// Factor of the learning rate at a step, counted from 0: (step+1)/warmup during warm-up. Afterwards, with r =
  /// final_rate and p the remaining part of the fall:  linear r + (1−r)p,  cosine r + (1−r)(1 + cos π(1−p))/2.
  double rate_factor(std::int64_t step) const;
};

/// Parameters "optimizer" to "initial_scale". Earlier stores have none of them, and their experiments keep their
/// identities.
std::vector<Parameter> optimiser_parameters();
void add_optimiser_parameters(std::vector<Parameter>& parameters);

/// Reads these parameters and "learning_rate" for a training of `steps` steps. `decay`: number of last steps in which
/// the rate falls linearly to 0; 0: the schedule decides.
OptimiserSettings optimiser_settings(const Config& config, std::int64_t steps, std::int64_t decay = 0);

/// Throws Error(config) for values that do not fit together: a parameter that the optimiser or the schedule does not
/// have, a momentum or β of 1, a warm-up that leaves no step for the schedule.
void validate_optimiser(const Config& config, std::int64_t steps);

/// First weights, multiplied by `scale` except those of norms.
std::vector<double> scaled_initial(std::vector<double> theta, const std::vector<ParameterView>& views, double scale);

}  // namespace icsweep
