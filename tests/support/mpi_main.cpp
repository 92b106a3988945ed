// main() of tests that write stores. It initialises MPI, which MPI-IO needs.
#include <cstdlib>

#include "engine/cluster/mpi_communicator.hpp"
#include "support/failures.hpp"

int main(int count, char** values) {
  ::testing::InitGoogleTest(&count, values);
  const icsweep::Communicator communicator;
  const int result = icsweep::test::run_tests(values[0]);
  // Some tests make writes of HDF5 fail. Its clean-up would then crash in MPI_Finalize.
  std::_Exit(result);
}
