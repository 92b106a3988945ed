#include "engine/worker/following.hpp"

#include "engine/cluster/teams.hpp"

namespace icsweep {
namespace {

// Both pass through the task, so they are not std::exceptions.
struct Left {};
struct LookFailed {
  std::string reason;
};

class Following final : public Members {
 public:
  Following(const Comm& comm, Rank leader, const MemberCalls& calls)
      : channel_(comm, [this] { look(); }), calls_(calls), leader_(leader) {}
  Following(const Following&) = delete;
  Following& operator=(const Following&) = delete;

  void look() const {
    try {
      calls_.look();
    } catch (const std::exception& e) {
      throw LookFailed{e.what()};
    }
    if (!joined_ && !calls_.wanted()) throw Left{};
  }
  /// Waits for the experiment's state, which is valid until the next step.
  std::string_view join() {
    calls_.prepared();
    receive(MemberWord::state);
    joined_ = true;
    between_steps();
    const Bytes state = message_.bytes;
    return {reinterpret_cast<const char*>(state.data()), state.size()};
  }
  /// Takes the index that was announced last. Throws Left if no index was announced.
  void between_steps() {
    if (message_.threads.empty()) return;
    if (message_.index < 0) dismiss();
    index_ = std::size_t(message_.index);
    threads_ = std::exchange(message_.threads, {});
  }
  /// The member leaves by itself.
  void leave() {
    if (joined_) channel_.send({{leader_, to_block({MemberWord::gone})}});
    joined_ = false;
  }
  bool has_joined() const { return joined_; }
  int threads() const { return threads_.at(index_); }

  std::pair<int, int> own_blocks(int blocks) const override { return blocks_of_member(index_, threads_, blocks); }
  bool leads() const override { return false; }
  Bytes hand_in(Bytes sums) override {
    channel_.send({{leader_, to_block({MemberWord::sums, 0, {}, sums})}});
    receive(MemberWord::total);
    return message_.bytes;
  }

 private:
  void collect(const std::function<void(Bytes)>&) override {}
  void give(Bytes) override {}

  void receive(MemberWord word) {
    block_ = channel_.receive(leader_);
    message_ = member_block(block_);
    if (message_.word != word) dismiss();
  }
  [[noreturn]] void dismiss() {
    joined_ = false;
    throw Left{};
  }

  BlockChannel channel_;
  const MemberCalls& calls_;
  Rank leader_;
  Block block_;
  MemberBlock message_;  // bytes are in block_
  std::size_t index_ = 0;
  std::vector<int> threads_;
  bool joined_ = false;
};

class MemberContext final : public Context {
 public:
  MemberContext(Following& following, int threads) : following_(following) { take_threads(threads); }

 protected:
  void on_loop() override {
    if (following_.has_joined()) throw Left{};  // a second loop
    restore(following_.join());
    set_members(&following_);
    take_threads(following_.threads());
  }
  void on_tick(const Progress& progress) override {
    following_.look();
    if (!following_.has_joined()) return;
    if (!is_in_loop()) throw Left{};  // only the leader continues after the loop
    if (is_between_ticks() || std::exchange(step_, progress.step) == progress.step) return;
    following_.between_steps();
    take_threads(following_.threads());
  }

 private:
  void take_threads(int count) {
    if (threads() != count) set_threads(count), unbind_for(count);
  }

  Following& following_;
  long step_ = -1;
};

}  // namespace

std::string follow(const Assignment& a, const Comm& comm, const MemberCalls& calls) {
  Following following(comm, *a.leader, calls);
  try {
    MemberContext context(following, a.threads);
    a.task->run(a.config, context);
  } catch (const Left&) {
  } catch (const LookFailed& e) {
    throw Error(ErrorKind::store, e.reason);
  } catch (const StaleState&) {
    throw Error(ErrorKind::mpi, "the state of another rank does not fit; start all ranks from one build");
  } catch (const std::exception& e) {
    if (!following.has_joined()) return e.what();  // otherwise the leader has the same error, or misses this member
  }
  following.leave();
  return {};
}

}  // namespace icsweep
