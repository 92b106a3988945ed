#include "io/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "io/descendants.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

constexpr std::array<std::string_view, 7> of_mpi{"OMPI_", "OPAL_", "ORTE_", "PMIX_", "PRTE_", "PMI_", "PMI2_"};

/// A file without a name that holds the text, to be read from its beginning; negative, with errno, if there is none.
int readable(const std::string& text) {
  const int file = ::memfd_create("icsweep", MFD_CLOEXEC);
  if (file < 0 || (write_all(file, text) && ::lseek(file, 0, SEEK_SET) == 0)) return file;
  const int error = errno;
  ::close(file);
  errno = error;
  return -1;
}

/// A session of its own, all signals as a shell expects them.
void detach(posix_spawnattr_t& attributes) {
  sigset_t none, pipe;
  ::sigemptyset(&none), ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &pipe);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/// `input` to read, nowhere to write, and none of our other files and sockets.
void redirect(posix_spawn_file_actions_t& files, int input) {
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, 0);
  ::posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, 1, 2);
#if __GLIBC_PREREQ(2, 34)
  ::posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
}

}  // namespace

std::vector<std::string> child_environment(const std::vector<std::string_view>& without) {
  std::vector<std::string> all;
  for (char** at = environ; *at; ++at) {
    const std::string_view entry(*at), name = entry.substr(0, entry.find('='));
    const auto begins = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (std::ranges::none_of(of_mpi, begins) && std::ranges::find(without, name) == without.end())
      all.emplace_back(entry);
  }
  return all;
}

std::vector<char*> exec_pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

std::string start_detached(const std::string& command, const std::string& input) {
  const int file = readable(input);
  if (file < 0) return std::strerror(errno);
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  detach(attributes), redirect(files, file);
  const std::vector<std::string> words{"sh", "-c", command};
  std::vector<std::string> environment = child_environment({});
  environment.emplace_back(left_alone);
  pid_t process;
  const int error = ::posix_spawn(&process, "/bin/sh", &files, &attributes, exec_pointers(words).data(),
                                  exec_pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  ::close(file);
  if (error == 0) note_child(process);
  return error == 0 ? "" : std::strerror(error);
}

}  // namespace icsweep
