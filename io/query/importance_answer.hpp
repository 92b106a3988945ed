// Answers why a metric varies over a sweep: shares of its variance, and what the best settings have in common.
#pragma once

#include <iosfwd>

#include "io/importance/importance.hpp"
#include "io/importance/observations.hpp"
#include "io/query/selection.hpp"
#include "io/query/sql_database.hpp"

namespace icsweep {

struct ImportanceQuestion {
  std::string task, metric;  ///< a scalar result or record of the task, or SQL for a number of each experiment
  std::string where{};       ///< SQL condition; empty: all experiments that count
  double part = 0.1;         ///< share of the settings that are the best ones, in (0, 1)
  bool largest = false;      ///< whether the largest metric is best, not the smallest
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

/// Throws Error(config) with the nearest name for an unknown task or column, and if there is nothing to compare: no
/// parameter varies, fewer than four results, or all are equal.
ImportanceAnswer importance_of(const SqlDatabase& database, const ImportanceQuestion& question);

/// "depth", "depth (batch)" of parameters that change together, "depth × learning_rate" of a pair.
std::string effect_name(const std::vector<Factor>& factors, const std::vector<int>& effect);

/// Effects by share, main effects first; of the pairs only those that are worth a line: at most `most`, each at least a
/// thousandth.
std::vector<EffectShare> shown_effects(const Decomposition& variance, std::size_t most);

/// Whether there can be a rest: not of two factors whose noise is known.
bool has_rest(const ImportanceAnswer& answer);

/// Tables for people, in 80 columns where names allow it.
void print_table(const ImportanceAnswer& answer, std::ostream& out);

/// One JSON object with every effect.
void print_json(const ImportanceAnswer& answer, std::ostream& out);

struct Observed {
  Observations observations;
  std::size_t valueless = 0;  ///< experiments left out since the metric is NULL, or infinite
};

/// Reads the experiments that count among those asked for. `metric`: SQL for a number. Factors
/// are the parameters, but seeds, with more than one value; two that always change together are one factor. Levels of
/// numbers ascend, those of texts are in alphabetical order; the order of settings is theirs.
Observed observe(const SqlDatabase& database, const Table& table, const std::string& metric, const Asked& asked);

}  // namespace icsweep
