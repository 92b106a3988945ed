// A sampler that answers, and the errors of its baselines.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tasks/example_source.hpp"
#include "tasks/sampler/definition.hpp"

namespace icsweep {

/// Requirements of an experiment on its sampler.
struct SamplerUse {
  ExampleShape shape;
  Values own;                  ///< values of its own parameters, by their names in the sampler
  int most;                    ///< largest number of examples at once
  std::function<void()> poll;  ///< called while waiting for its answer; may throw
};

/// Seed of a stream for samplers. Example i of stream (seed, purpose) is sample(stream_seed(seed, purpose), i, 1, …).
/// Training examples have the experiment's own seed, those of a test seed + 2⁵³, those of a check seed + 2⁵⁴. Seeds are
/// below 2⁵³.
std::int64_t stream_seed(std::int64_t seed, Purpose purpose);

/// A sampler that answers. Its members throw std::runtime_error, one line that begins with the file's name, if it does
/// not answer as it must.
class Sampler : public ExampleSource {
 public:
  /// Hash of its code as it was loaded.
  virtual const std::string& code() const = 0;
  /// Hash of each of its files as it was loaded, by name.
  virtual const std::map<std::string, std::string>& files() const = 0;
  /// Names of its baselines, asked for the examples of the last batch. Refuses baselines that look ahead.
  virtual std::vector<std::string> baselines() { return {}; }
  /// Predictions for the examples of the last batch, ordered by baseline as in the definition, example, and target of
  /// the example. Valid until the next call.
  virtual std::span<const double> predictions() { return {}; }
  /// Throws if it has used code of its folder that is not in the hash.
  virtual void expect_known_code() {}
  /// Throws if files that it reads have changed since it was loaded.
  virtual void expect_unchanged() const {}
};

/// Loads a sampler for one experiment. A process can have one at a time. Throws std::runtime_error.
std::unique_ptr<Sampler> opened(const SamplerDefinition& definition, const SamplerUse& use);

/// Asks for examples twice, in another order and in pieces. Returns the examples. Throws std::runtime_error unless the
/// bits are equal.
std::vector<float> expect_pure(const SamplerDefinition& definition, Sampler& sampler, const ExampleShape& shape,
                               std::int64_t seed);

/// Errors of a baseline, in the model's measures. Prompts: mean (ŷ_t − y_t)² over prompts for t = 1 … T; `whole` is
/// that of the query, t = T. Sequences: mean squared error of s_t over sequences and coordinates for t = 2 … T; `whole`
/// is their mean.
struct BaselineErrors {
  double whole;
  std::vector<double> by_target;
};

/// Errors of each baseline on test examples 0 … count − 1, computed a few hundred at a time. Throws std::runtime_error.
std::vector<BaselineErrors> baseline_errors(Sampler& sampler, const ExampleShape& shape, std::size_t baselines,
                                            std::int64_t seed, int count, const std::function<void()>& poll);

}  // namespace icsweep
