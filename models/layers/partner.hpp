// A second thread for the computation of a block of sequences.
#pragma once

#include <functional>

namespace icsweep {

/// Computes some parts of a block at the same time as the thread that has the block. What a part computes does not
/// depend on who computes it, so a block has the same bits with a partner and without.
class Partner {
 public:
  virtual ~Partner() = default;
  /// Calls work(part) once for parts 0 … parts − 1, at the same time, and returns when all have ended.
  virtual void share(int parts, const std::function<void(int part)>& work) = 0;
};

/// Of the calling thread; null: it has none.
inline constinit thread_local Partner* partner = nullptr;

/// Calls first() and second(), which may run at the same time and share nothing in turn.
template <class First, class Second>
void share_both(First&& first, Second&& second) {
  if (!partner) return first(), second();
  const auto work = [&](int part) { part == 0 ? first() : second(); };
  partner->share(2, std::ref(work));  // by reference: copying it would allocate
}

/// Calls work(first, count) for all of `count` items, or for two halves of them.
template <class Work>
void share_halves(int count, Work&& work) {
  if (!partner || count < 2) return work(0, count);
  share_both([&] { work(0, count / 2); }, [&] { work(count / 2, count - count / 2); });
}

}  // namespace icsweep
