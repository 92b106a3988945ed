// main() of tests that write stores: MPI-IO wants MPI to be initialised.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/cluster/mpi_communicator.hpp"

int main(int count, char** values) {
  ::testing::InitGoogleTest(&count, values);
  const icsweep::Communicator communicator;
  const int result = RUN_ALL_TESTS();
  // Some tests make HDF5 fail to write; it then crashes in its own clean-up at MPI_Finalize.
  std::_Exit(result);
}
