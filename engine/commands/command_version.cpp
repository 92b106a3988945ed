#include <Eigen/Core>
#include <fmt/format.h>

#include "engine/cluster/mpi_library.hpp"
#include "engine/commands/commands.hpp"
#include "engine/ledger/version.hpp"
#include "io/base/say.hpp"
#include "io/store/hdf5_store.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep {

namespace {

std::string instructions() {
  std::string text;
  for (const RoundedPrecision& p : rounded_precisions)
    if (processor_has(p.precision)) text += (text.empty() ? ", with " : " and ") + std::string(p.instruction);
  return text;
}

}  // namespace

OptionTable version_options() {
  return {};
}

int version_command(const Command& self, const Arguments& arguments, const Surroundings&) {
  if (!parse_arguments(self, arguments)) return exit_success;
  const MpiLibrary mpi = mpi_library();
  say("{}\ninstruction-set level in use: {}{}\ncompiler {}; HDF5 {}; Eigen {}.{}.{}; store version {}\nMPI: {} ({})\n",
      full_version(), instruction_set_level(), instructions(), compiler_version(), hdf5::library_version(),
      EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, store_version, mpi.version, mpi.path);
  return exit_success;
}

}  // namespace icsweep
