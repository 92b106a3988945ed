// main() of tests that write stores: MPI-IO needs MPI initialised.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/cluster/mpi_communicator.hpp"

int main(int count, char** values) {
  ::testing::InitGoogleTest(&count, values);
  const icsweep::Communicator communicator;
  const int result = RUN_ALL_TESTS();
  // Some tests make HDF5's writing fail; its clean-up would then crash in MPI_Finalize.
  std::_Exit(result);
}
