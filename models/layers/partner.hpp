// A second thread that helps to compute a block of sequences.
#pragma once

#include <functional>

namespace icsweep {

/// Computes parts of a block at the same time as the block's own thread. A part's result does not depend on the thread
/// that computes it, so a block has the same bits with and without a partner.
class Partner {
 public:
  virtual ~Partner() = default;
  /// Calls work(part) once for each part 0 … parts − 1, in parallel. Returns when all have ended.
  virtual void share(int parts, const std::function<void(int part)>& work) = 0;
};

/// The calling thread's partner; null if it has none.
inline constinit thread_local Partner* partner = nullptr;

/// Calls first() and second(), in parallel if there is a partner. Neither may call share_both() or share_halves()
/// itself.
template <class First, class Second>
void share_both(First&& first, Second&& second) {
  if (!partner) return first(), second();
  const auto work = [&](int part) { part == 0 ? first() : second(); };
  partner->share(2, std::ref(work));  // by reference: copying it would allocate
}

/// Calls work(first, count) for all of `count` items, or for two halves of them in parallel.
template <class Work>
void share_halves(int count, Work&& work) {
  if (!partner || count < 2) return work(0, count);
  share_both([&] { work(0, count / 2); }, [&] { work(count / 2, count - count / 2); });
}

}  // namespace icsweep
