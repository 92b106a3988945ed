// Threads that help with the last blocks of a batch.
#pragma once

#include <memory>
#include <vector>

#include "models/cpu/thread_team.hpp"
#include "models/layers/partner.hpp"

namespace icsweep {

/// Where threads outnumber the blocks that are left by two to one, each of these blocks gets a second thread.
class BlockPartners {
 public:
  /// Of a batch of so many blocks on so many threads. Throws as ThreadTeam::set_threads().
  void prepare(int blocks, int threads) {
    const int last = threads > blocks ? blocks : blocks % threads;
    first_ = 2 * last <= threads ? blocks - last : blocks;
    while (int(partners_.size()) < blocks - first_) partners_.push_back(std::make_unique<ThreadPartner>());
  }
  void clear() { partners_.clear(); }

  /// Calls work() with the block's partner, if it has one.
  template <class Work>
  void with_partner_of(int block, Work&& work) {
    if (block < first_) return work();
    const Until end{partner = partners_[std::size_t(block - first_)].get()};
    work();
  }

 private:
  class ThreadPartner final : public Partner {
   public:
    ThreadPartner() { team_.set_threads(2); }
    void share(int parts, const std::function<void(int)>& work) override {
      const auto of_thread = [&](int, int part) { work(part); };
      team_.run(parts, std::ref(of_thread));
    }

   private:
    ThreadTeam team_;
  };
  struct Until {
    Partner* now;
    ~Until() { partner = nullptr; }
  };

  int first_ = 0;  // block with a partner
  std::vector<std::unique_ptr<ThreadPartner>> partners_;
};

}  // namespace icsweep
