// The environment, communication and ending of a child. tests/io/base/process_deaths_test.cpp tests its deaths.
#include "io/base/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <memory>

#include "io/base/temporary_folder.hpp"
#include "support/processes.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

ProcessOrder shell(const std::string& script, Lifetime lifetime = Lifetime::kept) {
  return {.file = "/bin/sh",
          .arguments = {"sh", "-c", script},
          .environment = {"PATH=/usr/bin:/bin", "A=b"},
          .folder = "/",
          .lifetime = lifetime};
}

/// The first line of its output.
std::string line_of(Process& process) {
  std::string said;
  while (said.find('\n') == said.npos && process.read_output(said)) process.wait(10);
  return said.substr(0, said.find('\n'));
}

TEST(Process, HasItsFolderEnvironmentAndArguments) {
  Process process(shell("pwd; env | grep -v -e PWD -e _= -e ICSWEEP_PROCESS= | sort; echo $0"));
  EXPECT_EQ(answer_of(process).output, "/\nA=b\nPATH=/usr/bin:/bin\nsh\n");
  EXPECT_TRUE(process.ending().is_success());
}

/// MPI's sockets and the store's file must not stay open in a program.
TEST(Process, HasNoDescriptorsButItsOwn) {
  const int open = ::open("/dev/null", O_RDONLY), high = ::fcntl(open, F_DUPFD, 200);
  for (const auto lifetime : {Lifetime::kept, Lifetime::thread})
    for (const std::vector<int>& passed : {std::vector<int>{}, {open, high}}) {
      ProcessOrder order = shell("ls /proc/self/fd | sort -n | tr '\\n' ' '", lifetime);
      order.passed = passed;
      Process process(order);
      const std::string listed = answer_of(process).output, own = passed.empty() ? "0 1 2 " : "0 1 2 3 4 ";
      EXPECT_TRUE(listed == own || listed == own + (passed.empty() ? "3 " : "5 ")) << listed;  // ls opens the folder
    }
  ::close(open), ::close(high);
}

TEST(Process, ReadsATextAndAnswers) {
  const std::string text(1 << 20, 'x');  // more than a pipe holds
  ProcessOrder order = shell("cat; echo done >&2");
  order.input = text;
  Process process(order);
  const ProcessAnswer answer = answer_of(process);
  EXPECT_EQ(answer.output, text);
  EXPECT_EQ(answer.errors, "done\n");
}

TEST(Process, SaysBothOnOneStreamOrNothing) {
  ProcessOrder order = shell("echo out; echo err >&2");
  order.errors = Stream::output;
  Process both(order);
  EXPECT_EQ(answer_of(both).output, "out\nerr\n");
  order.output = order.errors = Stream::nothing;
  Process none(order);
  const ProcessAnswer answer = answer_of(none);
  EXPECT_EQ(answer.output + answer.errors, "");
}

TEST(Process, HasASessionAndDefaultSignals) {
  constexpr std::array ignored{SIGINT, SIGQUIT, SIGHUP};  // as in a background job of nohup
  std::array<void (*)(int), ignored.size()> handlers;
  std::ranges::transform(ignored, handlers.begin(), [](int s) { return ::signal(s, SIG_IGN); });
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  Process process(shell("grep SigBlk /proc/self/status; grep SigIgn /proc/self/status; ps -o sid= -p $$"));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  for (std::size_t i = 0; i < ignored.size(); ++i) ::signal(ignored[i], handlers[i]);
  const std::string said = answer_of(process).output;
  EXPECT_NE(said.find("SigBlk:\t0000000000000000\n"), said.npos) << said;
  EXPECT_NE(said.find("SigIgn:\t0000000000000000\n"), said.npos) << said;
  EXPECT_NE(std::stoi(said.substr(said.rfind('\n', said.size() - 2))), ::getsid(0));
}

TEST(Process, ADeafOneIgnoresSignalsThatAskAJobToEnd) {
  for (const auto lifetime : {Lifetime::kept, Lifetime::thread}) {
    ProcessOrder order = shell("for s in TERM INT HUP USR1 USR2; do kill -$s $$; done; echo hears nothing", lifetime);
    order.is_deaf = true;
    Process process(order);
    EXPECT_EQ(answer_of(process).output, "hears nothing\n");
  }
}

/// Without SIGPIPE, which would end the rank.
TEST(Process, WritingToAClosedInputIsToldAndHarmless) {
  Process process(shell("exec 0<&-; echo closed; sleep 100"));
  EXPECT_EQ(line_of(process), "closed");
  std::string_view text = "hello\n";
  EXPECT_FALSE(process.write(text));
}

TEST(Process, AFullPipeTakesWhatItHasRoomFor) {
  Process process(shell("sleep 100"));
  const std::string large(1 << 20, 'x');
  std::string_view text = large;
  EXPECT_TRUE(process.write(text));
  EXPECT_GT(text.size(), 0u);
  EXPECT_LT(text.size(), large.size());
  EXPECT_GT(process.unread(), 0);
}

TEST(Process, EndsByItselfWithinItsGrace) {
  const TemporaryFolder folder;
  ProcessOrder order = shell("cat; sleep 0.3; echo done >'" + folder.file("end") + "'");
  order.grace = 100s;
  { Process process(order); }
  EXPECT_TRUE(std::filesystem::exists(folder.file("end")));
}

TEST(Process, IsKilledAfterItsGrace) {
  const auto begin = std::chrono::steady_clock::now();
  int number = 0;
  {
    ProcessOrder order = shell("echo $$; trap '' TERM HUP INT; sleep 1000000; sleep 1000000");
    order.grace = 500ms;
    Process process(order);
    number = std::stoi(line_of(process));
    EXPECT_TRUE(test::lives(number));
  }
  EXPECT_FALSE(test::lives(number));
  EXPECT_GT(std::chrono::steady_clock::now() - begin, 450ms);
}

/// Includes a descendant with another session and environment.
TEST(Process, DiesWithItsParentAndTakesWhatItStartedAlong) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t rank = ::fork();
  if (rank == 0) {
    Process process(shell("trap '' HUP; env -i setsid sleep 1000 & echo $! $$; exec sleep 1000"));
    const std::string said = line_of(process);
    [[maybe_unused]] const auto written = ::write(ends[1], said.data(), said.size());
    for (;;) ::pause();
  }
  ::close(ends[1]);
  char said[32] = {};
  ASSERT_GT(::read(ends[0], said, sizeof said - 1), 0);
  ::close(ends[0]);
  char* rest = nullptr;
  const int started = int(std::strtol(said, &rest, 10)), program = std::atoi(rest);
  EXPECT_TRUE(test::lives(started) && test::lives(program)) << said;
  ::kill(rank, SIGKILL);
  ::waitpid(rank, nullptr, 0);
  EXPECT_TRUE(test::ends_in_time(program));
  EXPECT_TRUE(test::ends_in_time(started));
}

TEST(Process, OneOfItsOwnOutlivesThisOne) {
  const TemporaryFolder folder;
  { Process process(shell("sleep 0.2; echo done >'" + folder.file("end") + "'", Lifetime::own)); }
  { Process another(shell("true")); }  // its end kills orphans
  for (int i = 0; i < 60'000 && !std::filesystem::exists(folder.file("end")); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(std::filesystem::exists(folder.file("end")));
}

/// An experiment in a process of its own is a forked copy of its rank.
TEST(Process, AForkedCopyLeavesItAlone) {
  auto process = std::make_unique<Process>(shell("read line; echo $line"));
  Process copy([&](int to) {
    const bool own = process->is_own();
    process.reset();
    [[maybe_unused]] const auto written = ::write(to, own ? "1" : "0", 1);
  });
  EXPECT_EQ(answer_of(copy).output, "0");
  std::string_view text = "hello\n";
  EXPECT_TRUE(process->write(text));
  EXPECT_EQ(answer_of(*process).output, "hello\n");
}

TEST(Process, SaysWhyItCannotBeStarted) {
  const auto refusal = [](ProcessOrder order) {
    std::string both;
    for (const auto lifetime : {Lifetime::kept, Lifetime::thread}) try {
        order.lifetime = lifetime;
        const Process process(order);
      } catch (const CannotStart& e) {
        if (both.empty()) both = e.what();
        else EXPECT_EQ(both, e.what());
      }
    return both;
  };
  EXPECT_EQ(refusal({.file = "/none", .arguments = {"none"}}), "/none: cannot be started (No such file or directory)");
  EXPECT_EQ(refusal({.file = "no-such-program", .arguments = {"none"}}),
            "no-such-program: cannot be started (No such file or directory)");
  EXPECT_EQ(refusal({.file = "/bin/sh", .arguments = {"sh"}, .folder = "/none"}),
            "/bin/sh: cannot be started (No such file or directory)");
  EXPECT_EQ(refusal({.file = "/etc", .arguments = {"etc"}}), "/etc: cannot be started (Permission denied)");
}

TEST(Process, AFunctionRunsInACopyWhoseMemoryIsMeasured) {
  int here = 0;
  Process process([&](int to) {
    here = 1;
    const std::vector<char> touched(64 << 20, 'x');
    [[maybe_unused]] const auto written = ::write(to, &touched.back(), 1);
  });
  EXPECT_EQ(answer_of(process).output, "x");
  EXPECT_EQ(here, 0);
  EXPECT_GT(process.peak_bytes(), double(64 << 20));
}

}  // namespace
}  // namespace icsweep
