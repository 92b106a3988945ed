// Threads that share the parts of a job.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace icsweep {

/// The calling thread and some more, which take the parts of a job one after the other from a common counter: a thread
/// that gets no processor takes none, and nobody waits for it. A thread without work spins for some microseconds and
/// then sleeps, since its processor may be wanted by somebody else.
class ThreadTeam {
 public:
  /// Works on a part; called at the same time for different threads and parts. Thread 0 is the calling one.
  using Work = std::function<void(int thread, int part)>;

  ThreadTeam() = default;
  ~ThreadTeam() { set_threads(1); }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// The calling thread counts; 1 at first. Throws std::system_error if the system has no more threads.
  void set_threads(int threads);
  int threads() const { return 1 + int(others_.size()); }

  /// Works on parts 0 … parts − 1. An exception of the work is thrown when all threads have stopped; parts that had not
  /// begun by then are skipped.
  void run(int parts, const Work& work);

 private:
  void serve(int thread);
  /// Works as long as the job has parts that nobody took.
  void take_parts(int thread);
  bool take_part(int& part);
  void work_on(int thread, int part);

  std::vector<std::thread> others_;
  // Written by run() while no thread works.
  const Work* work_ = nullptr;
  int parts_ = 0;
  std::exception_ptr failure_;
  // The number of the job and how many of its parts nobody took: in one word, so that a thread that comes late to a job
  // takes no part of the next by a comparison with the last.
  alignas(64) std::atomic<std::uint64_t> free_{0};
  alignas(64) std::atomic<std::uint32_t> job_{0};  // changes to wake the other threads
  std::atomic<bool> leave_{false}, failed_{false};
  alignas(64) std::atomic<std::uint32_t> unfinished_{0};  // parts of the job
};

}  // namespace icsweep
