// Threads that help with the last blocks of a batch.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "models/cpu/thread_team.hpp"
#include "models/layers/partner.hpp"

namespace icsweep {

/// If threads outnumber the remaining blocks by two to one or more, each of these blocks gets a second thread, provided
/// that batches then take less time. On a busy processor they do not, so both ways are tried now and then.
class BlockPartners {
 public:
  /// Prepares a batch of `blocks` blocks on `threads` threads. Throws as ThreadTeam::set_threads().
  void prepare(int blocks, int threads) {
    const int last = threads > blocks ? blocks : blocks % threads, helped = 2 * last <= threads ? last : 0;
    if (helped > 0 && std::exchange(helped_, helped) != helped) batches_ = 0, seconds_ = {};
    const bool pays = !(seconds_[0] > 0) || seconds_[1] <= seconds_[0];
    tells_ = helped > 0;
    with_ = tells_ && (batches_++ % tried_every == 1) != pays;
    first_ = with_ ? blocks - helped : blocks;
    while (int(partners_.size()) < blocks - first_) partners_.push_back(std::make_unique<ThreadPartner>());
  }
  void clear() { partners_.clear(), helped_ = 0; }
  /// Records the seconds that the batch took.
  void took(double seconds) {
    if (!tells_) return;
    double& mean = seconds_[with_];
    mean = mean > 0 ? (mean + seconds) / 2 : seconds;
  }

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

  static constexpr int tried_every = 64;  // batches

  int first_ = 0;  // first block with a partner
  int helped_ = 0, batches_ = 0;
  bool tells_ = false, with_ = false;  // of this batch: a block may have a partner; a block has one
  std::array<double, 2> seconds_{};    // of a batch without partners, and with them; 0: unknown
  std::vector<std::unique_ptr<ThreadPartner>> partners_;
};

}  // namespace icsweep
