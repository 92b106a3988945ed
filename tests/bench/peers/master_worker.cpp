// Calls a function that computes nothing, by the shortest loop that MPI allows. Rank 0 answers each result with the
// next number, by blocking calls that use a whole core, and the other ranks compute. Nothing is stored, watched or
// resumed.
//
//     mpicxx -O2 master_worker.cpp -o master_worker && mpirun -n 2 ./master_worker 100000
//
// Prints the microseconds of wall time per call, if all results are right.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct Result {
  double job, value;  // job: -1 before the first
};

int master(int ranks, int count) {
  std::vector<double> values(std::size_t(count), -1);
  const double begin = MPI_Wtime();
  for (int next = 0, working = ranks - 1; working > 0; ++next) {
    Result result;
    MPI_Status status;
    MPI_Recv(&result, 2, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    if (result.job >= 0) values[std::size_t(result.job)] = result.value;
    const int job = next < count ? next : -1;
    working -= job < 0;
    MPI_Send(&job, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
  }
  const double seconds = MPI_Wtime() - begin;
  for (int job = 0; job < count; ++job)
    if (values[std::size_t(job)] != 0.5 * job) {
      std::fprintf(stderr, "the result of job %d is wrong\n", job);
      return 1;
    }
  std::printf("%g\n", 1e6 * seconds / count);
  return 0;
}

void worker() {
  Result result{-1, 0};
  for (;;) {
    int job;
    MPI_Send(&result, 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&job, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (job < 0) return;
    result = {double(job), 0.5 * job};
  }
}

}  // namespace

int main(int count, char** values) {
  MPI_Init(&count, &values);
  int rank, ranks, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) status = master(ranks, count > 1 ? std::atoi(values[1]) : 100000);
  else worker();
  MPI_Finalize();
  return status;
}
