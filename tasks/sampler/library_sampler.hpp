// Samplers in C: shared libraries that define icsweep_sample() of icsweep_sampler.h.
#pragma once

#include "tasks/sampler/sampler.hpp"

namespace icsweep {

/// Draws an example where it is read, on the thread that trains on it. A library stays loaded until the process ends.
class LibrarySampler final : public Sampler {
 public:
  LibrarySampler(const SamplerDefinition& definition, const SamplerUse& use);

  void begin(const ExampleRange& batch, std::int64_t) override { batch_ = batch; }
  const float* read(int index, float* buffer) override;
  const std::string& code() const override { return code_; }

 private:
  [[noreturn]] void refuse(int answer, const char* message) const;

  std::string file_, code_;
  ExampleShape shape_;
  Values own_;
  void* sample_;  // icsweep_sample()
  ExampleRange batch_{};
};

}  // namespace icsweep
