// Sums of a batch over the members of an experiment.
#pragma once

#include <cstdint>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "models/cpu/members.hpp"
#include "models/cpu/sum_tree.hpp"

namespace icsweep {

/// Writes and reads the sums of a tree's branches: for each its place, its errors and its gradient.
template <class Real>
class MemberSums {
 public:
  explicit MemberSums(const SumTree<Real>& tree)
      : errors_(tree.errors() * sizeof(double)),
        size_(std::accumulate(tree.sizes().begin(), tree.sizes().end(), std::size_t(0)) * sizeof(Real) + errors_ +
              sizeof(std::int64_t)) {}

  /// Adds up the sums of all members. The tree must contain this member's own blocks; afterwards it holds the total.
  void add_up(Members& members, SumTree<Real>& tree) {
    bytes_.clear();
    if (!members.leads()) {
      tree.for_each_branch([this](int place, const BlockSums<Real>& sums) { write(place, sums); });
      const Members::Bytes total = members.hand_in(bytes_);
      tree.begin(1);
      return read(total, tree);
    }
    members.collect([&](Members::Bytes sums) { read(sums, tree); });
    write(0, tree.total());
    members.give(bytes_);
  }

 private:
  void write(std::int64_t place, const BlockSums<Real>& sums) {
    const auto append = [this](const void* from, std::size_t size) {
      const auto* first = static_cast<const std::byte*>(from);
      bytes_.insert(bytes_.end(), first, first + size);
    };
    bytes_.reserve(bytes_.size() + size_);
    append(&place, sizeof place);
    append(sums.error.data(), errors_);
    for (const auto& values : sums.gradient) append(values.data(), values.size() * sizeof(Real));
  }

  void read(Members::Bytes bytes, SumTree<Real>& tree) const {
    if (bytes.size() % size_ != 0) throw std::runtime_error("a member of the experiment has sums of another model");
    for (; !bytes.empty(); bytes = bytes.subspan(size_)) {
      std::int64_t place = 0;
      std::memcpy(&place, bytes.data(), sizeof place);
      tree.add_branch(int(place), [&](BlockSums<Real>& sums, bool adds) {
        const std::byte* from = move(bytes.data() + sizeof place, sums.error, adds);
        for (auto& values : sums.gradient) from = move(from, values, adds);
      });
    }
  }

  template <class Values>
  static const std::byte* move(const std::byte* from, Values& to, bool adds) {
    for (auto& value : to) {
      auto other = value;
      std::memcpy(&other, from, sizeof other);
      from += sizeof other;
      value = adds ? value + other : other;
    }
    return from;
  }

  std::size_t errors_, size_;  // bytes of the errors, and of a branch
  std::vector<std::byte> bytes_;
};

}  // namespace icsweep
