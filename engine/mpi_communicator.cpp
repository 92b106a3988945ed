#include "engine/mpi_communicator.hpp"

#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace icsweep {
namespace {

constexpr int tag = 1;

}  // namespace

Communicator::Communicator() {
  // The shared file pointer is not used, but one component must be there; the others leave files beside the store.
  setenv("OMPI_MCA_sharedfp", "^lockedfile,individual", 0);
  std::signal(SIGPIPE, SIG_IGN);
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Communicator::~Communicator() {
  MPI_Finalize();
}

void Communicator::send(int to, const std::string& text) const {
  MPI_Send(text.data(), int(text.size()), MPI_CHAR, to, tag, MPI_COMM_WORLD);
}

std::optional<Message> Communicator::poll() const {
  int arrived = 0, length = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &arrived, &status);
  if (!arrived) return std::nullopt;
  MPI_Get_count(&status, MPI_CHAR, &length);
  Message message{status.MPI_SOURCE, std::string(std::size_t(length), '\0')};
  MPI_Recv(message.text.data(), length, MPI_CHAR, message.from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

Message Communicator::wait(const std::function<void()>& meanwhile) const {
  for (auto nap = std::chrono::microseconds(20);; nap = std::min(nap * 2, std::chrono::microseconds(200))) {
    if (auto message = poll()) return std::move(*message);
    meanwhile();
    std::this_thread::sleep_for(nap);
  }
}

std::string Communicator::broadcast(std::string text) const {
  int length = int(text.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  text.resize(std::size_t(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

int Communicator::lowest_rank_where(bool condition) const {
  const int mine = condition ? rank_ : size_;
  int lowest = size_;
  MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return lowest;
}

void Communicator::abort(int status) const {
  std::signal(SIGALRM, SIG_DFL);
  ::alarm(10);
  MPI_Abort(MPI_COMM_WORLD, status);
  std::_Exit(status);
}

}  // namespace icsweep
