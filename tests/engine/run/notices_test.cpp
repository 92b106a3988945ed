#include "engine/run/notices.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "io/base/temporary_folder.hpp"
#include "support/some_news.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

class Told : public ::testing::Test {
 protected:
  ~Told() override {
    while (::waitpid(-1, nullptr, 0) > 0) continue;  // other tests in this program expect no children
  }
  /// Each notice becomes a line of the file.
  NoticeOptions options(std::size_t failures = 1) const { return {"cat >>" + file_, failures}; }
  std::vector<Json> received(std::size_t count) const {
    for (const auto end = Clock::now() + std::chrono::minutes(5); Clock::now() < end;) {
      std::vector<Json> notices;
      std::ifstream lines(file_);
      for (std::string line; std::getline(lines, line);) notices.push_back(Json::parse(line));
      if (notices.size() >= count) return notices;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return {};
  }
  void fail(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) scheduler_.assign(Rank(0)), scheduler_.complete(Rank(0), Outcome::failed);
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("notices");
  Scheduler scheduler_{SchedulerJobs(9, {1})};
};

TEST_F(Told, FailuresOnceAtTheirNumber) {
  Notices notices(options(2), "store.h5", "depth");
  fail(1);
  notices.look(some_news(), scheduler_);
  fail(1);
  notices.look(some_news(), scheduler_);
  fail(1);
  notices.look(some_news(), scheduler_);
  const auto first = received(1);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0]["event"], "failures");
  notices.end("complete", 0);
  const auto all = received(2);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1]["event"], "end");
}

TEST_F(Told, HopelessnessAndTheEndWithItsCounts) {
  Notices notices(options(100), "store.h5", "depth");
  fail(Scheduler::first_few);
  notices.look(some_news(), scheduler_);
  notices.look(some_news(), scheduler_);
  ASSERT_EQ(received(1).size(), 1u);
  EXPECT_EQ(received(1)[0]["event"], "hopeless");
  notices.end("gave up", 1, "why");
  const auto all = received(2);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1]["ending"], "gave up");
  EXPECT_EQ(all[1]["status"], 1);
  EXPECT_EQ(all[1]["message"], "why");
  EXPECT_EQ(all[1]["counts"]["done"], 7);
  EXPECT_EQ(all[1]["sweep"], "depth");
  EXPECT_TRUE(all[1]["store"].get<std::string>().ends_with("/store.h5"));
}

TEST_F(Told, NobodyWithoutACommand) {
  ::testing::internal::CaptureStderr();
  Notices({}, "store.h5", "depth").end("complete", 0);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

/// The command has its own session and none of our files, so it cannot hold them open and does not get our signals.
TEST_F(Told, TheCommandInheritsNothing) {
  const std::ofstream open(folder_.file("open"));
  Notices({"{ cut -d' ' -f6 /proc/$$/stat; ls /proc/$$/fd; } >" + file_ + ".part; mv " + file_ + ".part " + file_},
          "s.h5", "")
      .end("", 0);
  std::vector<std::string> lines;
  for (const auto end = Clock::now() + std::chrono::minutes(5); lines.empty() && Clock::now() < end;) {
    std::ifstream file(file_);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
  }
  ASSERT_GE(lines.size(), 4u);
  EXPECT_NE(std::stol(lines[0]), long(::getsid(0)));
  EXPECT_LE(lines.size(), 5u) << "files other than 0, 1, 2 and those of the shell";
}

}  // namespace
}  // namespace icsweep
