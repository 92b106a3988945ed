// A batch of chosen sequences.
#pragma once

#include <span>
#include <vector>

#include "models/batch_gradient.hpp"

namespace icsweep {

/// Example i is sequence indices[i] of `sequences`, which are stored one after the other, `size` scalars each.
template <class Real>
class SequenceExamples final : public Examples<Real> {
 public:
  SequenceExamples(const std::vector<Real>& sequences, std::size_t size, std::span<const int> indices)
      : sequences_(sequences.data()), size_(size), indices_(indices) {}

  int count() const override { return int(indices_.size()); }
  const Real* read(int index, int, Real*) override { return at(index); }
  void prefetch(int index) override {
    constexpr std::size_t line = 64 / sizeof(Real);
    for (std::size_t i = 0; i < size_; i += line) __builtin_prefetch(at(index) + i, 0, 2);
  }

 private:
  const Real* at(int index) const { return sequences_ + indices_[std::size_t(index)] * size_; }

  const Real* sequences_;
  std::size_t size_;
  std::span<const int> indices_;
};

}  // namespace icsweep
