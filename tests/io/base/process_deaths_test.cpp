// Each death has one sentence, however the child was started, and its descendants die too.
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <vector>

#include "io/base/process.hpp"
#include "support/processes.hpp"
#include "support/sanitizers.hpp"

namespace icsweep {
namespace {

enum class Way { kept_program, program, function };

class Deaths : public testing::TestWithParam<Way> {
 protected:
  /// A child that runs the script in a shell.
  static std::unique_ptr<Process> child(const std::string& script, const ProcessLimits& limits = {}) {
    const std::string all = "ulimit -c 0; " + script;
    if (GetParam() == Way::function)
      return std::make_unique<Process>(
          [all](int to) {
            ::dup2(to, STDOUT_FILENO);
            ::execl("/bin/sh", "sh", "-c", all.c_str(), nullptr);
          },
          limits);
    ProcessOrder order{.file = "/bin/sh", .arguments = {"sh", "-c", all}, .environment = {"PATH=/usr/bin:/bin"}};
    order.lifetime = GetParam() == Way::program ? Lifetime::thread : Lifetime::kept;
    order.limits = limits;
    return std::make_unique<Process>(order);
  }
  static std::string death(const std::string& script, const ProcessLimits& limits = {}) {
    return answer_of(*child(script, limits)).ending.text();
  }
};

TEST_P(Deaths, HaveOneSentenceEach) {
  EXPECT_EQ(death("exit 0"), "ended with exit status 0");
  EXPECT_EQ(death("exit 3"), "ended with exit status 3");
  EXPECT_EQ(death("kill -SEGV $$"), "died of signal 11 (Segmentation fault)");
  EXPECT_EQ(death("kill -KILL $$"), "died of signal 9 (Killed; was the memory full?)");
  EXPECT_EQ(death("kill -TERM $$"), "died of signal 15 (Terminated)");
}

TEST_P(Deaths, OfALimitNameIt) {
  EXPECT_EQ(death("sleep 1000000", {.seconds = 0.2}), "took more than 0.2 s and was killed");
  EXPECT_EQ(death("while :; do :; done", {.cpu_seconds = 1}), "computed for more than 1 s and was killed");
}

TEST_P(Deaths, AreToldFromEndsThatWereAskedFor) {
  for (const auto& [script, asked] : std::vector<std::pair<std::string, bool>>{{"kill -TERM $$", true},
                                                                               {"exit 143", true},
                                                                               {"kill -USR1 $$", true},
                                                                               {"kill -SEGV $$", false},
                                                                               {"exit 3", false}})
    EXPECT_EQ(answer_of(*child(script)).ending.was_asked_to_end(), asked) << script;
}

/// Includes a descendant with another session and an empty environment.
TEST_P(Deaths, TakeWhatTheChildHasStartedAlong) {
  const std::string leaves = "env -i setsid sleep 1000 & echo $!; ";
  auto exits = child(leaves + "exit 3");
  const ProcessAnswer answer = answer_of(*exits);
  EXPECT_EQ(answer.ending.text(), "ended with exit status 3");
  ASSERT_FALSE(answer.output.empty());
  EXPECT_TRUE(test::ends_in_time(std::stoi(answer.output)));

  auto stays = child(leaves + "sleep 1000");
  std::string said;
  while (said.find('\n') == said.npos) stays->wait(10), stays->read_output(said);
  EXPECT_TRUE(test::lives(std::stoi(said)));
  stays->kill();
  EXPECT_TRUE(test::ends_in_time(std::stoi(said)));
}

std::string name_of(const testing::TestParamInfo<Way>& way) {
  constexpr const char* names[] = {"KeptPrograms", "Programs", "Functions"};
  return names[int(way.param)];
}

INSTANTIATE_TEST_SUITE_P(Of, Deaths, testing::Values(Way::kept_program, Way::program, Way::function), name_of);

TEST(Death, OfMemoryNamesTheLimit) {
  if (under_address_sanitizer || under_thread_sanitizer) GTEST_SKIP();
  Process process([](int) { std::vector<char> large(std::size_t{1} << 30, 'x'); }, {.bytes = std::size_t{64} << 20});
  EXPECT_EQ(answer_of(process).ending.text(), "needed more than 64 MiB of memory");
}

}  // namespace
}  // namespace icsweep
