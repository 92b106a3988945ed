// toy_store STORE.h5: makes the toy store of the unit tests. Each experiment has a curve and a matrix; the last row is
// pending.
#include "engine/cluster/mpi_communicator.hpp"
#include "support/toy_store.hpp"

int main(int count, char** values) {
  if (count != 2) return 2;
  const icsweep::Communicator communicator;
  icsweep::create_toy_store(values[1], 5);
  icsweep::StoreWriter writer(values[1]);
  for (int i = 0; i < 4; ++i) writer.write("toy", icsweep::RowIndex(i), icsweep::toy_row(i), icsweep::Outcome::done);
  writer.commit();
}
