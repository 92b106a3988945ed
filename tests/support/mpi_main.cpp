// main() of tests that write stores. It initialises MPI, which MPI-IO needs.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/cluster/mpi_communicator.hpp"

int main(int count, char** values) {
  ::testing::InitGoogleTest(&count, values);
  const icsweep::Communicator communicator;
  const int result = RUN_ALL_TESTS();
  // Some tests make writes of HDF5 fail. Its clean-up would then crash in MPI_Finalize.
  std::_Exit(result);
}
