// The sums of a batch over the members of an experiment.
#pragma once

#include <cstdint>
#include <cstring>
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
        size_(sizeof(std::int64_t) + errors_ + tree.scalars() * sizeof(Real)) {}

  /// Afterwards the tree, to which this member's own parts were added, has the total of all members.
  void add_up(Members& members, SumTree<Real>& tree) {
    bytes_.clear();
    if (!members.leads()) {
      tree.for_each_branch([this](int place, const PartSums<Real>& sums) { write(place, sums); });
      const Members::Bytes total = members.hand_in(bytes_);
      tree.begin(1);
      return read(total, tree);
    }
    members.collect([&](Members::Bytes sums) { read(sums, tree); });
    write(0, tree.total());
    members.give(bytes_);
  }

 private:
  void write(std::int64_t place, const PartSums<Real>& sums) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size_);
    std::memcpy(bytes_.data() + at, &place, sizeof place);
    std::memcpy(bytes_.data() + at + sizeof place, sums.error.data(), errors_);
    std::memcpy(bytes_.data() + at + sizeof place + errors_, sums.gradient.data(), size_ - errors_ - sizeof place);
  }

  void read(Members::Bytes bytes, SumTree<Real>& tree) const {
    if (bytes.size() % size_ != 0) throw std::runtime_error("a member of the experiment has sums of another model");
    for (; !bytes.empty(); bytes = bytes.subspan(size_)) {
      std::int64_t place = 0;
      std::memcpy(&place, bytes.data(), sizeof place);
      tree.add_branch(int(place), [&](PartSums<Real>& sums, bool adds) {
        move(bytes.data() + sizeof place, sums.error, adds);
        move(bytes.data() + sizeof place + errors_, sums.gradient, adds);
      });
    }
  }

  template <class Values>
  static void move(const std::byte* from, Values& to, bool adds) {
    for (auto& value : to) {
      auto other = value;
      std::memcpy(&other, from, sizeof other);
      from += sizeof other;
      value = adds ? value + other : other;
    }
  }

  std::size_t errors_, size_;  // bytes of the errors, and of a branch
  std::vector<std::byte> bytes_;
};

}  // namespace icsweep
