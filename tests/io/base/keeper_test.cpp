// tests/io/base/process_test.cpp and system.program_signals test keepers of real programs.
#include "io/base/keeper.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

namespace icsweep {
namespace {

/// The status of a forked copy that keeps `sh -c script`.
int status_of(std::string script) {
  int life[2], report[2];
  EXPECT_EQ(::pipe(life), 0);
  EXPECT_EQ(::pipe(report), 0);
  const pid_t keeper = ::fork();
  if (keeper == 0) {
    const int from = ::fcntl(life[0], F_DUPFD, 10), to = ::fcntl(report[1], F_DUPFD, 10);
    ::close(life[1]);
    ::dup2(to, 3);
    ::dup2(from, 4);
    std::string name(keeper_name), own("3"), file("/bin/sh"), first("sh"), option("-c");
    std::vector<char*> words{name.data(), own.data(), file.data(), first.data(), option.data(), script.data()};
    ::_exit(is_keeper(int(words.size()), words.data()) ? keep(int(words.size()), words.data()) : 99);
  }
  int status = 0;
  ::waitpid(keeper, &status, 0);
  for (const int end : {life[0], life[1], report[0], report[1]}) ::close(end);
  return status;
}

TEST(Keeper, EndsAsItsProgram) {
  EXPECT_EQ(WEXITSTATUS(status_of("exit 0")), 0);
  EXPECT_EQ(WEXITSTATUS(status_of("exit 7")), 7);
  for (const int signal : {SIGTERM, SIGKILL, SIGSEGV}) {
    const int status = status_of("kill -" + std::to_string(signal) + " $$");
    ASSERT_TRUE(WIFSIGNALED(status)) << signal;
    EXPECT_EQ(WTERMSIG(status), signal);
  }
}

TEST(Keeper, IsNoOtherProgram) {
  std::string name("icsweep"), word("run");
  std::vector<char*> words{name.data(), word.data(), word.data()};
  EXPECT_FALSE(is_keeper(3, words.data()));
}

}  // namespace
}  // namespace icsweep
