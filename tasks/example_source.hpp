// Examples that come from elsewhere than a task's own distribution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tasks/random.hpp"

namespace icsweep {

/// The examples that a model takes. A prompt of regression is x: points×dim, then y: points; a sequence is its states:
/// points×dim.
struct ExampleShape {
  int points, dim;
  bool labelled;  ///< whether y follows

  std::size_t scalars() const { return std::size_t(points) * std::size_t(dim + labelled); }
};

/// Examples of several streams. Example i of stream (seed, purpose) is the same whenever and by whom it is drawn.
struct ExampleRange {
  std::int64_t seed;
  Purpose purpose;
  std::int64_t first;
  int count;

  bool operator==(const ExampleRange&) const = default;
};

/// Draws examples.
class ExampleSource {
 public:
  virtual ~ExampleSource() = default;

  /// Says that the examples of `batch` are read next, by any thread; those that follow it, before `end`, are likely to
  /// be asked for after. Pointers that read() gave are not valid any more. While begin() waits, it may call
  /// tick_again() of the experiment's context; so a resumable loop calls begin() only where its state is that of its
  /// last tick. Throws std::runtime_error, one line, if the examples cannot be drawn.
  virtual void begin(const ExampleRange& batch, std::int64_t end) = 0;

  /// The scalars of example `index` of the batch, counted from 0: in `buffer`, which has room for them, or elsewhere.
  /// Threads may read at the same time. Throws as begin().
  virtual const float* read(int index, float* buffer) = 0;
};

/// Calls each(i, scalars) for examples i = 0 … count − 1 of a range that begins with the first, drawn a few hundred at
/// a time. Calls `poll` after each such piece.
template <class Each, class Poll>
void for_each_example(ExampleSource& source, std::size_t scalars, const ExampleRange& all, const Poll& poll,
                      Each&& each) {
  constexpr int piece = 256;
  std::vector<float> buffer(scalars);
  for (int first = 0; first < all.count; first += piece) {
    const int size = std::min(piece, all.count - first);
    source.begin({all.seed, all.purpose, first, size}, all.count);
    for (int i = 0; i < size; ++i) each(first + i, source.read(i, buffer.data()));
    if (poll) poll();
  }
}

}  // namespace icsweep
