// Explains the variance of a metric over a sweep: shares of its variance by axis, and properties of the best settings.
#pragma once

#include <iosfwd>

#include "io/importance/importance.hpp"
#include "io/importance/observations.hpp"
#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

struct ImportanceQuestion {
  std::string task, metric;  ///< metric: a scalar result or record of the task, or SQL for one number per experiment
  std::string where{};       ///< SQL condition; empty: all experiments that count
  double part = 0.1;         ///< share of the settings that count as the best, in (0, 1)
  bool largest = false;      ///< true if the largest metric is best
  Counting counting = Counting::planned;
};

struct ImportanceAnswer {
  ImportanceQuestion question;
  std::vector<Factor> factors;
  std::size_t experiments = 0, settings = 0;
  Decomposition variance;
  BestPart best;
  std::vector<std::string> left_out;  ///< "augmented leaves out 2 diverged (augmented_all has them)"
};

/// Throws Error(config) for an unknown task or column, with the nearest name, and if no parameter varies, there are
/// fewer than four results, or all are equal.
ImportanceAnswer importance_of(const SqlDatabase& database, const ImportanceQuestion& question);

/// "depth"; "depth (batch)" for parameters that change together; "depth × learning_rate" for a pair.
std::string effect_name(const std::vector<Factor>& factors, const std::vector<int>& effect);

/// Effects by share, main effects first. Of the pairs, at most `most`, each with at least a thousandth.
std::vector<EffectShare> shown_effects(const Decomposition& variance, std::size_t most);

/// False if there are only two factors and the noise is known: then nothing remains.
bool has_rest(const ImportanceAnswer& answer);

/// Prints tables for people, 80 columns wide if names allow it.
void print_table(const ImportanceAnswer& answer, std::ostream& out);

/// Prints one JSON object with every effect.
void print_json(const ImportanceAnswer& answer, std::ostream& out);

struct Observed {
  Observations observations;
  std::size_t valueless = 0;  ///< experiments left out because the metric is NULL or infinite
};

/// A task's experiments as observations of a metric: settings, the axes in which they differ, and one result per seed.
/// Reads the selected experiments that count. `metric`: SQL for a number. Factors are parameters with more than one
/// value, except seeds; parameters that always change together form one factor. Levels ascend for numbers and are
/// alphabetical for texts; settings are in the order of their levels.
Observed observe(const SqlDatabase& database, const Table& table, const std::string& metric, const Asked& asked);

}  // namespace icsweep
