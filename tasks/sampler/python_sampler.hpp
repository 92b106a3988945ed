// Samplers in Python, which draw in the interpreter beside this process.
#pragma once

#include <optional>

#include "tasks/sampler/interpreter.hpp"
#include "tasks/sampler/sampler.hpp"

namespace icsweep {

/// Uses two slots of shared memory: while a batch is read from one, the next is drawn into the other.
class PythonSampler final : public Sampler {
 public:
  PythonSampler(const SamplerDefinition& definition, const SamplerUse& use);

  void begin(const ExampleRange& batch, std::int64_t end) override;
  const float* read(int index, float*) override { return slot(current_.slot) + std::size_t(index) * shape_.scalars(); }
  const std::string& code() const override { return code_; }
  const std::map<std::string, std::string>& files() const override { return files_; }
  std::vector<std::string> baselines() override;
  std::span<const double> predictions() override;
  void expect_known_code() override;

 private:
  /// A batch that has been requested.
  struct Asked {
    ExampleRange range;
    int slot;
    std::int64_t request;
  };

  void load();
  Asked ask_for(const ExampleRange& range, int slot);
  std::size_t slot_bytes() const { return std::size_t(most_) * shape_.scalars() * sizeof(float); }
  const float* slot(int number) const {
    return reinterpret_cast<const float*>(memory_.data() + std::size_t(number) * slot_bytes());
  }

  SamplerDefinition definition_;
  ExampleShape shape_;
  int most_;
  std::function<void()> poll_;
  Interpreter* interpreter_;
  std::span<std::byte> memory_;
  std::string code_;
  std::map<std::string, std::string> files_;
  Asked current_{};
  std::optional<Asked> ahead_;
};

}  // namespace icsweep
