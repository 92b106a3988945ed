// Threads that share the parts of a job.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace icsweep {

/// The calling thread and more threads. They take a job's parts one after the other from a common counter, so a thread
/// that gets no processor takes no part, and the others do not wait for it. A thread without work spins for some
/// microseconds and then sleeps, since other programs may need its processor.
class ThreadTeam {
 public:
  /// Computes a part; called at the same time for different threads and parts. Thread 0 is the calling one.
  using Work = std::function<void(int thread, int part)>;

  ThreadTeam() = default;
  ~ThreadTeam() { set_threads(1); }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Sets the number of threads, including the calling one; 1 at first. Throws std::system_error if the system has no
  /// more threads.
  void set_threads(int threads);
  int threads() const { return 1 + int(others_.size()); }

  /// Computes parts 0 … parts − 1. If the work throws, the exception is rethrown when all threads have stopped; parts
  /// that had not started by then are skipped.
  void run(int parts, const Work& work);

 private:
  void serve(int thread);
  /// Computes parts until all are taken.
  void take_parts(int thread);
  bool take_part(int& part);
  void work_on(int thread, int part);

  std::vector<std::thread> others_;
  // Written by run() while no thread works.
  const Work* work_ = nullptr;
  int parts_ = 0;
  std::exception_ptr failure_;
  // The job's number and its count of untaken parts, in one word: a thread that arrives late for a job cannot then take
  // a part of the next.
  alignas(64) std::atomic<std::uint64_t> free_{0};
  alignas(64) std::atomic<std::uint32_t> job_{0};  // changes to wake the other threads
  std::atomic<bool> leave_{false}, failed_{false};
  alignas(64) std::atomic<std::uint32_t> unfinished_{0};  // parts of the job
};

}  // namespace icsweep
