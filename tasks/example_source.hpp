// Examples that do not come from a task's own distribution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tasks/random.hpp"

namespace icsweep {

/// Shape of a model's examples. A prompt of regression is x: points×dim, then y: points. A sequence is its states:
/// points×dim.
struct ExampleShape {
  int points, dim;
  bool labelled;  ///< true if y follows

  std::size_t scalars() const { return std::size_t(points) * std::size_t(dim + labelled); }
};

/// A range of examples of a stream. Example i of stream (seed, purpose) is the same whenever and wherever it is drawn.
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

  /// Announces that the examples of `batch` are read next, by any thread. Later examples, before `end`, will probably
  /// follow. Pointers from earlier calls of read() become invalid. While begin() waits, it may call tick_again() of the
  /// experiment's context. A resumable loop therefore calls begin() only if its state is that of its last tick. Throws
  /// std::runtime_error with one line if the examples cannot be drawn.
  virtual void begin(const ExampleRange& batch, std::int64_t end) = 0;

  /// Returns the scalars of example `index` of the batch, counted from 0: in `buffer`, which has room for them, or
  /// elsewhere. Threads may read at the same time. Throws as begin().
  virtual const float* read(int index, float* buffer) = 0;
};

/// Calls each(i, scalars) for examples i = 0 … count − 1 of a range that starts at example 0. They are drawn a few
/// hundred at a time; `poll` is called after each such piece.
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
