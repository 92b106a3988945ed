#include "engine/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

TEST(Messages, AnAssignmentArrivesWithEveryBit) {
  const Schema& schema = find_task("augmented").schema();
  Assignment sent{"augmented", "abc", {}, 7, 2, 0.1, 3, 1, "a \"store\".h5.checkpoints/2-0"};
  for (const auto& p : schema.parameters) sent.config.set(p.name, p.standard);
  sent.config.set("learning_rate", 0.1 + 0.2);
  sent.config.set("seed", std::int64_t{1} << 52);
  const Assignment received = assignment(to_message(sent));
  EXPECT_EQ(received.config.values(), sent.config.values());
  EXPECT_EQ(received.identity, "abc");
  EXPECT_EQ(received.row, 7);
  EXPECT_EQ(received.attempts, 2);
  EXPECT_EQ(received.time_limit, 0.1);
  EXPECT_EQ(received.retries, 3);
  EXPECT_EQ(received.failures, 1);
  EXPECT_EQ(received.checkpoint, sent.checkpoint);
}

TEST(Messages, TheTermsOfALaunchArriveAlsoWithoutAnEnd) {
  const LaunchTerms sent{7, true, std::numeric_limits<double>::infinity(), R"({"host":"a b","pid":1,)"};
  const LaunchTerms received = launch_terms(to_message(sent));
  EXPECT_EQ(received.epoch, 7);
  EXPECT_TRUE(received.isolated);
  EXPECT_EQ(received.lease_holder, sent.lease_holder);
  EXPECT_TRUE(std::isinf(received.walltime));
  EXPECT_EQ(launch_terms(to_message(LaunchTerms{1, false, 1.5, ""})).walltime, 1.5);
}

TEST(Messages, NothingMoreIsAnAssignmentWithoutTask) {
  EXPECT_EQ(assignment(to_message(Assignment{})).task, "");
}

TEST(Messages, AReportSurvivesALossThatIsNotANumber) {
  const WorkerMessage sent{Report::finished, {3, 9, 300, std::nan("")}, Outcome::diverged};
  const WorkerMessage received = worker_message(to_message(sent));
  EXPECT_EQ(received.report, Report::finished);
  EXPECT_EQ(received.outcome, Outcome::diverged);
  EXPECT_EQ(received.progress.step, 3);
  EXPECT_EQ(received.progress.sequences, 300);
}

TEST(Messages, AFailuresMessageArrivesWhateverItsBytes) {
  WorkerMessage sent{Report::finished, {}, Outcome::failed, "out of memory"};
  EXPECT_EQ(worker_message(to_message(sent)).message, "out of memory");
  sent.message = "file \xff";
  EXPECT_EQ(worker_message(to_message(sent)).message, "file \uFFFD");
}

}  // namespace
}  // namespace icsweep
