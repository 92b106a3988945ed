#include "io/importance/regression_tree.hpp"

#include <algorithm>
#include <numeric>

namespace icsweep {
namespace {

/// Rows of a bin.
struct Bin {
  double sum = 0, count = 0;
};

struct Cut {
  std::size_t factor = 0;
  std::uint8_t at = 0;  // the first bin of the right side
  double gain = 0;      // decrease of the sum of squares
};

using Numbers = std::vector<std::uint32_t>;

/// A range of row numbers.
struct Range {
  std::size_t begin, end;
};

class Grower {
 public:
  Grower(const TreeRows& rows, std::size_t smallest, const std::function<void(const Leaf&)>& visit)
      : rows_(rows),
        smallest_(double(smallest)),
        visit_(visit),
        factors_(rows.bins.size()),
        learnt_(rows.values.size()),
        others_(rows.bin_of.size() / factors_ - learnt_.size()) {
    std::iota(learnt_.begin(), learnt_.end(), 0u);
    std::iota(others_.begin(), others_.end(), std::uint32_t(learnt_.size()));
    for (const int count : rows.bins) {
      first_.push_back(bins_.size());
      bins_.resize(bins_.size() + std::size_t(count));
      high_.push_back(std::uint8_t(count));
    }
    low_.assign(factors_, 0);
  }

  void grow() { grow({0, learnt_.size()}, {0, others_.size()}); }

 private:
  void grow(Range learnt, Range others) {
    const auto count = double(learnt.end - learnt.begin);
    double sum = 0, squares = 0, error = 0;
    for (std::size_t i = learnt.begin; i < learnt.end; ++i) sum += value(i), squares += value(i) * value(i);
    const double mean = sum / count;
    for (std::size_t i = learnt.begin; i < learnt.end; ++i) error += (value(i) - mean) * (value(i) - mean);
    const bool even = error <= 1e-24 * squares || count < 2 * smallest_;
    const Cut cut = even ? Cut{} : best_cut(learnt, mean);
    if (!(cut.gain > 1e-10 * error)) {
      visit_({low_, high_, mean, std::span(others_).subspan(others.begin, others.end - others.begin)});
      return;
    }
    const std::size_t left = parted(learnt_, learnt, cut), left_others = parted(others_, others, cut);
    const std::uint8_t low = low_[cut.factor], high = high_[cut.factor];
    high_[cut.factor] = cut.at;
    grow({learnt.begin, left}, {others.begin, left_others});
    high_[cut.factor] = high;
    low_[cut.factor] = cut.at;
    grow({left, learnt.end}, {left_others, others.end});
    low_[cut.factor] = low;
  }

  double value(std::size_t place) const { return rows_.values[learnt_[place]]; }

  /// Moves the rows of the left side to the front; returns the start of the right side.
  std::size_t parted(Numbers& numbers, Range range, const Cut& cut) const {
    const auto right =
        std::partition(numbers.begin() + long(range.begin), numbers.begin() + long(range.end),
                       [&](std::uint32_t row) { return rows_.bin_of[row * factors_ + cut.factor] < cut.at; });
    return std::size_t(right - numbers.begin());
  }

  Cut best_cut(Range learnt, double mean) {
    std::fill(bins_.begin(), bins_.end(), Bin{});
    for (std::size_t i = learnt.begin; i < learnt.end; ++i) {
      const std::uint8_t* bin = &rows_.bin_of[learnt_[i] * factors_];
      const double value = rows_.values[learnt_[i]] - mean;
      for (std::size_t f = 0; f < factors_; ++f) {
        Bin& b = bins_[first_[f] + bin[f]];
        b.sum += value;
        b.count += 1;
      }
    }
    Cut best;
    for (std::size_t f = 0; f < factors_; ++f) consider(f, double(learnt.end - learnt.begin), best);
    return best;
  }

  /// Values are relative to the box's mean, so that the gain of a cut is the sum of both sides' squares.
  void consider(std::size_t factor, double count, Cut& best) const {
    double sum = 0, left = 0;
    int last = -1;  // the last occupied bin on the left
    for (int b = low_[factor]; b < high_[factor]; ++b) {
      const Bin& bin = bins_[first_[factor] + std::size_t(b)];
      if (bin.count == 0) continue;
      if (last >= 0 && left >= smallest_ && count - left >= smallest_) {
        const double gain = sum * sum / left + sum * sum / (count - left);
        if (gain > best.gain) best = {factor, std::uint8_t((last + b + 1) / 2), gain};
      }
      sum += bin.sum;
      left += bin.count;
      last = b;
    }
  }

  const TreeRows& rows_;
  double smallest_;
  const std::function<void(const Leaf&)>& visit_;
  std::size_t factors_;
  Numbers learnt_, others_;
  std::vector<std::size_t> first_;  // index in bins_ of each factor's first bin
  std::vector<std::uint8_t> low_, high_;
  std::vector<Bin> bins_;
};

}  // namespace

void grow_tree(const TreeRows& rows, std::size_t smallest, const std::function<void(const Leaf&)>& visit) {
  Grower(rows, smallest, visit).grow();
}

}  // namespace icsweep
