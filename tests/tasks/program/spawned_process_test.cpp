#include "tasks/program/spawned_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/tasks/program/toy_program.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

SpawnOrder shell(const std::string& script) {
  return {"/bin/sh", {"sh", "-c", script}, {"PATH=/usr/bin:/bin", "A=b"}, "/"};
}

/// Everything it prints until it ends.
std::string output_of(SpawnedProcess& process) {
  std::string text;
  while (process.read_output(text)) process.wait(10);
  for (int i = 0; i < 60'000 && !process.has_ended(); ++i) std::this_thread::sleep_for(1ms);
  return text;
}

TEST(SpawnedProcess, HasItsFolderEnvironmentAndArguments) {
  SpawnedProcess process(shell("pwd; env | grep -v -e PWD -e _= -e ICSWEEP_PROCESS= | sort; echo $0"));
  EXPECT_EQ(output_of(process), "/\nA=b\nPATH=/usr/bin:/bin\nsh\n");
  EXPECT_EQ(process.ending(), "ended with exit status 0");
}

/// MPI's sockets and the store's file must not stay open in a program.
TEST(SpawnedProcess, HasNoDescriptorsButItsThree) {
  const int open = ::open("/dev/null", O_RDONLY), high = ::fcntl(open, F_DUPFD, 200);
  SpawnedProcess process(shell("ls /proc/self/fd | sort -n | tr '\\n' ' '"));
  const std::string listed = output_of(process);
  ::close(open), ::close(high);
  EXPECT_TRUE(listed == "0 1 2 3 " || listed == "0 1 2 ") << listed;  // ls opens the folder
}

TEST(SpawnedProcess, HasASessionAndDefaultSignals) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  SpawnedProcess process(shell("grep SigBlk /proc/self/status; ps -o sid= -p $$ | tr -d ' '; echo $$"));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  const std::string said = output_of(process);
  EXPECT_EQ(said.substr(0, 25), "SigBlk:\t0000000000000000\n");
  const std::size_t end = said.find('\n', 25);
  EXPECT_EQ(said.substr(25, end - 25) + "\n", said.substr(end + 1));
}

/// Without SIGPIPE, which would end the rank.
TEST(SpawnedProcess, WritingToAClosedInputIsToldAndHarmless) {
  SpawnedProcess process(shell("exec 0<&-; echo closed; sleep 100"));
  std::string said;
  while (said != "closed\n") process.wait(10), process.read_output(said);
  std::string_view text = "hello\n";
  EXPECT_FALSE(process.write(text));
  process.kill();
  EXPECT_EQ(process.ending().substr(0, 16), "died of signal 9");
}

TEST(SpawnedProcess, AFullPipeTakesWhatItHasRoomFor) {
  SpawnedProcess process(shell("sleep 100"));
  const std::string large(1 << 20, 'x');
  std::string_view text = large;
  EXPECT_TRUE(process.write(text));
  EXPECT_GT(text.size(), 0u);
  EXPECT_LT(text.size(), large.size());
  process.kill();
}

TEST(SpawnedProcess, EndsByItselfIfItCan) {
  const TemporaryFolder folder;
  { SpawnedProcess process(shell("cat; sleep 0.3; echo done >'" + folder.file("end") + "'")); }
  EXPECT_TRUE(std::filesystem::exists(folder.file("end")));
}

TEST(SpawnedProcess, IsKilledIfItDoesNotEnd) {
  const auto begin = std::chrono::steady_clock::now();
  int number = 0;
  {
    SpawnedProcess process(shell("echo $$; trap '' TERM HUP INT; sleep 1000; sleep 1000"));
    std::string said;
    while (said.find('\n') == said.npos) process.wait(10), process.read_output(said);
    number = std::stoi(said);
    EXPECT_TRUE(test::lives(number));
  }
  EXPECT_FALSE(test::lives(number));
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GT(took, 1900ms);
  EXPECT_LT(took, 10s);
}

/// A killed rank takes its program along.
TEST(SpawnedProcess, WhatLeftItsSessionIsKilledWithIt) {
  int number = 0;
  {
    SpawnedProcess process(shell("setsid sh -c 'echo $$; setsid sleep 1000; sleep 1000' & wait"));
    std::string said;
    while (said.find('\n') == said.npos) process.wait(10), process.read_output(said);
    number = std::stoi(said);
    EXPECT_TRUE(test::lives(number));
    process.kill();
  }
  for (int i = 0; i < 60'000 && test::lives(number); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(test::lives(number));
}

TEST(SpawnedProcess, DiesWithItsParent) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t rank = ::fork();
  if (rank == 0) {
    SpawnedProcess process(shell("echo $$; trap '' HUP; exec sleep 1000"));
    std::string said;
    while (said.find('\n') == said.npos) process.wait(10), process.read_output(said);
    [[maybe_unused]] const auto written = ::write(ends[1], said.data(), said.size());
    for (;;) ::pause();
  }
  ::close(ends[1]);
  char said[32] = {};
  ASSERT_GT(::read(ends[0], said, sizeof said - 1), 0);
  ::close(ends[0]);
  const int program = std::atoi(said);
  EXPECT_TRUE(test::lives(program));
  ::kill(rank, SIGKILL);
  ::waitpid(rank, nullptr, 0);
  for (int i = 0; i < 60'000 && test::lives(program); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(test::lives(program));
}

/// An experiment in a process of its own is a forked copy of its rank.
TEST(SpawnedProcess, AForkedCopyLeavesItAlone) {
  auto process = std::make_unique<SpawnedProcess>(shell("read line; echo $line"));
  const pid_t copy = ::fork();
  if (copy == 0) {
    const bool own = process->is_own();
    process.reset();
    ::_exit(own ? 1 : 0);
  }
  int status = -1;
  ::waitpid(copy, &status, 0);
  EXPECT_EQ(status, 0);
  std::string_view text = "hello\n";
  EXPECT_TRUE(process->write(text));
  EXPECT_EQ(output_of(*process), "hello\n");
}

TEST(SpawnedProcess, SaysWhyItCannotBeStarted) {
  const auto refusal = [](const SpawnOrder& order) -> std::string {
    try {
      const SpawnedProcess process(order);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({"/none", {"none"}, {}, ""}), "/none: cannot be started (No such file or directory)");
  EXPECT_EQ(refusal({"/bin/sh", {"sh"}, {}, "/none"}), "/bin/sh: cannot be started (No such file or directory)");
  EXPECT_EQ(refusal({"/etc", {"etc"}, {}, ""}), "/etc: cannot be started (Permission denied)");
}

}  // namespace
}  // namespace icsweep
