#include "engine/cluster/temporary_room.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "io/base/error.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

constexpr rlim_t largest_file = (4 << 20) + 4096;  // of PMIx
constexpr off_t megabyte = 1 << 20;

/// The folder that Open MPI chooses.
std::string temporary_folder() {
  for (const char* name : {"OMPI_MCA_orte_tmpdir_base", "TMPDIR", "TEMP", "TMP"})
    if (std::string folder = variable(name); !folder.empty()) return folder;
  return "/tmp";
}

}  // namespace

void expect_temporary_room() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < largest_file)
    throw Error(ErrorKind::config, "ulimit -f is below the 4100 kB that MPI's own files take, raise it");
  const std::string folder = temporary_folder();
  std::string name = folder + "/icsweep-room-XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return;  // MPI may make the folder, or choose another
  ::unlink(name.c_str());
  const int megabytes = variable("PMIX_RANK").empty() ? 9 : 1;  // mpirun makes the largest files before its ranks
  const int failure = ::posix_fallocate(file, 0, megabytes * megabyte);
  ::close(file);
  if (failure == ENOSPC || failure == EDQUOT)
    throw Error(ErrorKind::config, fmt::format("{}: has no room for MPI's files ({}), free {} MB there or name another "
                                               "folder in TMPDIR",
                                               folder, std::strerror(failure), megabytes));
}

}  // namespace icsweep
