#include "engine/cluster/mpi_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <filesystem>

#include "io/base/error.hpp"
#include "io/base/shipped.hpp"
#include "io/base/variable.hpp"

namespace icsweep {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_launcher(const std::string& what) {
  const MpiLibrary mpi = mpi_library();
  throw Error(ErrorKind::mpi,
              fmt::format("{}, this program uses {} ({}): use the mpirun of that MPI", what, mpi.version, mpi.path));
}

}  // namespace

MpiLibrary mpi_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string version(text, std::size_t(length));
  Dl_info place{};
  void* const symbol = ::dlsym(RTLD_DEFAULT, "MPI_Get_library_version");
  std::error_code none;
  const bool is_found = symbol && ::dladdr(symbol, &place) != 0 && place.dli_fname;
  return {version.substr(0, version.find_first_of(",\n")),
          is_found ? fs::canonical(place.dli_fname, none).string() : ""};
}

void place_mpi() {
  const fs::path prefix = fs::path(program_path()).parent_path().parent_path();
  std::error_code none;
  if (fs::exists(prefix / "bin/orted", none) && fs::path(mpi_library().path).parent_path() == prefix / "lib")
    ::setenv("OPAL_PREFIX", prefix.c_str(), 0);
}

void expect_own_launcher() {
  const std::string text = variable("OMPI_VERSION"), version = mpi_library().version, name = "Open MPI v";
  if (!variable("PRTE_LAUNCHED").empty() && !text.empty() && version.starts_with(name) &&
      !version.starts_with(name + text.substr(0, text.find('.') + 1)))
    refuse_launcher(fmt::format("mpirun is that of Open MPI v{}", text));
}

void expect_own_launcher(int size) {
  if (size > 1) return;
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const auto ranks = count_variable(name); ranks > 1)
      refuse_launcher(fmt::format("mpirun has started {} processes, but is that of another MPI", ranks));
}

}  // namespace icsweep
