#include "engine/cluster/mpi_communicator.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <numeric>
#include <thread>

#include "engine/cluster/mpi_library.hpp"
#include "engine/cluster/temporary_room.hpp"
#include "io/base/descendants.hpp"

namespace icsweep {
namespace {

constexpr int tag = 1, block_tag = 2;

class MpiTransfer final : public Transfer {
 public:
  bool is_complete() override {
    int complete = 0;
    MPI_Test(&request, &complete, MPI_STATUS_IGNORE);
    return complete != 0;
  }
  MPI_Request request = MPI_REQUEST_NULL;
};

std::function<void()> at_naps;  // MPI can be initialised only once per process

void nap_until_complete(MPI_Request request) {
  nap_until([&] {
    int complete = 0;
    MPI_Test(&request, &complete, MPI_STATUS_IGNORE);
    if (!complete && at_naps) at_naps();
    return complete != 0;
  });
}

void broadcast_from_0(void* data, int count, MPI_Datatype type) {
  MPI_Request request;
  MPI_Ibcast(data, count, type, 0, MPI_COMM_WORLD, &request);
  nap_until_complete(request);
}

template <class Values>
Values gather_at_0(const Values& mine, MPI_Datatype type, int rank, int size) {
  const int count = int(mine.size());
  std::vector<int> counts(rank == 0 ? std::size_t(size) : 0), begins(counts.size());
  MPI_Request request;
  MPI_Igather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  nap_until_complete(request);
  std::exclusive_scan(counts.begin(), counts.end(), begins.begin(), 0);
  Values all(std::size_t(std::accumulate(counts.begin(), counts.end(), 0)), {});
  MPI_Igatherv(mine.data(), count, type, all.data(), counts.data(), begins.data(), type, 0, MPI_COMM_WORLD, &request);
  nap_until_complete(request);
  return all;
}

}  // namespace

Communicator::Communicator() {
  // The store uses no shared file pointer, but MPI-IO needs a component for it. The excluded components leave files
  // beside the store.
  setenv("OMPI_MCA_sharedfp", "^lockedfile,individual", 0);
  std::signal(SIGPIPE, SIG_IGN);
  int threads = MPI_THREAD_SINGLE;
  expect_temporary_room();
  expect_own_launcher();
  place_mpi();
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &threads);
  keep_present_children();  // without mpirun, Open MPI's daemon is one
  takes_turns_ = threads >= MPI_THREAD_SERIALIZED;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  expect_own_launcher(size_);
}

Communicator::~Communicator() {
  at_naps = nullptr;
  MPI_Finalize();
}

void Communicator::meanwhile(std::function<void()> act) const {
  at_naps = std::move(act);
}

void Communicator::send(Rank to, const std::string& text) const {
  MPI_Send(text.data(), int(text.size()), MPI_CHAR, to.value(), tag, MPI_COMM_WORLD);
}

std::optional<Message> Communicator::poll() const {
  int arrived = 0, length = 0;
  MPI_Status status;
  // MPI_Iprobe first searches known messages and then receives new ones; only the next MPI_Iprobe returns those.
  for (int look = 0; look < 2 && !arrived; ++look) MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &arrived, &status);
  if (!arrived) return std::nullopt;
  MPI_Get_count(&status, MPI_CHAR, &length);
  Message message{Rank(status.MPI_SOURCE), std::string(std::size_t(length), '\0')};
  MPI_Recv(message.text.data(), length, MPI_CHAR, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

std::unique_ptr<Transfer> Communicator::send_block(Rank to, std::span<const std::byte> block) const {
  auto transfer = std::make_unique<MpiTransfer>();
  MPI_Isend(block.data(), int(block.size()), MPI_BYTE, to.value(), block_tag, MPI_COMM_WORLD, &transfer->request);
  return transfer;
}

std::unique_ptr<Transfer> Communicator::receive_block(Rank from) const {
  int arrives = 0, size = 0;
  MPI_Status status;
  for (int look = 0; look < 2 && !arrives; ++look)
    MPI_Iprobe(from.value(), block_tag, MPI_COMM_WORLD, &arrives, &status);
  if (!arrives) return nullptr;
  MPI_Get_count(&status, MPI_BYTE, &size);
  auto transfer = std::make_unique<MpiTransfer>();
  transfer->block.resize(std::size_t(size));
  MPI_Irecv(transfer->block.data(), size, MPI_BYTE, from.value(), block_tag, MPI_COMM_WORLD, &transfer->request);
  return transfer;
}

std::string Communicator::broadcast(std::string text) const {
  int length = int(text.size());
  broadcast_from_0(&length, 1, MPI_INT);
  text.resize(std::size_t(length));
  broadcast_from_0(text.data(), length, MPI_CHAR);
  return text;
}

int Communicator::lowest_rank_where(bool condition) const {
  const int mine = condition ? rank_ : size_;
  int lowest = size_;
  MPI_Request request;
  MPI_Iallreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
  nap_until_complete(request);
  return lowest;
}

std::vector<double> Communicator::gather(const std::vector<double>& mine) const {
  return gather_at_0(mine, MPI_DOUBLE, rank_, size_);
}

std::vector<std::string> Communicator::gather_everywhere(const std::string& mine) const {
  std::vector<std::string> texts(std::size_t(size_), "");
  const std::string all = broadcast(gather_at_0(mine + '\0', MPI_CHAR, rank_, size_));
  std::size_t at = 0;
  for (auto& text : texts) text = all.c_str() + at, at += text.size() + 1;
  return texts;
}

void Communicator::abort(int status) const {
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(3);
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace icsweep
