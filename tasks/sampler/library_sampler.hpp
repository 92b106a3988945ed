// Samplers in C: shared libraries that define icsweep_sample() of icsweep_sampler.h.
#pragma once

#include "tasks/sampler/sampler.hpp"

namespace icsweep {

/// Draws an example when it is read, on the thread that trains on it. The library is loaded from a private copy, so a
/// compiler may overwrite the file meanwhile; it stays loaded until the process ends. Its data files are read in place.
class LibrarySampler final : public Sampler {
 public:
  LibrarySampler(const SamplerDefinition& definition, const SamplerUse& use);

  void begin(const ExampleRange& batch, std::int64_t) override { batch_ = batch; }
  const float* read(int index, float* buffer) override;
  const std::string& code() const override { return code_; }
  const std::map<std::string, std::string>& files() const override { return files_; }
  void expect_unchanged() const override;

 private:
  [[noreturn]] void refuse(int answer, const char* message) const;

  SamplerDefinition definition_;
  std::string file_, code_, data_code_;  // hashes of the library and of its data, and of the data
  std::map<std::string, std::string> files_;
  ExampleShape shape_;
  Values own_;
  void* sample_;  // icsweep_sample()
  ExampleRange batch_{};
};

}  // namespace icsweep
