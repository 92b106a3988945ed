#include "engine/worker/block_channel.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

// Sleeps shortly until a block arrives, and between its pieces: MPI sends more of it only when it is called.
constexpr std::chrono::microseconds for_a_block{200}, for_a_piece{20};

std::unique_lock<std::mutex> held(std::mutex* turn) {
  return turn ? std::unique_lock(*turn) : std::unique_lock<std::mutex>();
}

}  // namespace

Block to_block(const MemberBlock& m) {
  std::vector<std::int64_t> head{std::int64_t(m.word), m.index, std::int64_t(m.threads.size())};
  head.insert(head.end(), m.threads.begin(), m.threads.end());
  const auto bytes = std::as_bytes(std::span(head));
  Block block(bytes.size() + m.bytes.size());
  std::ranges::copy(bytes, block.begin());
  std::ranges::copy(m.bytes, block.begin() + std::ptrdiff_t(bytes.size()));
  return block;
}

MemberBlock member_block(const Block& block) {
  std::span<const std::byte> rest(block);
  const auto next = [&rest] {
    std::int64_t word = 0;
    if (rest.size() < sizeof word) throw Error(ErrorKind::mpi, "a member's block is cut short");
    std::memcpy(&word, rest.data(), sizeof word);
    rest = rest.subspan(sizeof word);
    return word;
  };
  MemberBlock m{MemberWord(next()), next()};
  for (auto count = next(); count > 0; --count) m.threads.push_back(int(next()));
  m.bytes = rest;
  return m;
}

void BlockChannel::wait_until(const std::function<bool()>& done, std::chrono::microseconds longest_nap) const {
  const auto is_done = [&] {
    const auto turn = held(turn_);
    return done();
  };
  const auto looks = [&] {
    const bool now = is_done();
    if (!now && meanwhile_) meanwhile_();
    return now;
  };
  nap_until(looks, longest_nap);
}

void BlockChannel::send(const std::vector<std::pair<Rank, Block>>& blocks) const {
  std::vector<std::unique_ptr<Transfer>> sent;
  for (const auto& [to, block] : blocks) {
    const auto turn = held(turn_);
    sent.push_back(comm_.send_block(to, block));
  }
  for (const auto& transfer : sent) wait_until([&] { return transfer->is_complete(); }, for_a_piece);
}

Block BlockChannel::receive(Rank from) const {
  std::unique_ptr<Transfer> transfer;
  wait_until([&] { return (transfer = comm_.receive_block(from)) != nullptr; }, for_a_block);
  wait_until([&] { return transfer->is_complete(); }, for_a_piece);
  return std::move(transfer->block);
}

}  // namespace icsweep
