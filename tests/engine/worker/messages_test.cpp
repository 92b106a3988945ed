#include "engine/worker/messages.hpp"
#include "tasks/papers_tasks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

/// The message with another value of `key`.
std::string with(const std::string& message, const std::string& key, const std::string& value) {
  auto json = nlohmann::json::parse(message);
  json.at(key) = nlohmann::json::parse(value);
  return json.dump();
}

TEST(Messages, AnAssignmentArrivesWithEveryBit) {
  const Schema& schema = papers_tasks().find("augmented").schema();
  Assignment sent{&papers_tasks().find("augmented"), "abc", {}, RowIndex(7), 2, 0.1, 3, 1,
                  "a \"store\".h5.checkpoints/2-0"};
  sent.config = default_config(schema);
  sent.config.set("learning_rate", 0.1 + 0.2);
  sent.config.set("seed", std::int64_t{1} << 52);
  const Assignment received = assignment(papers_tasks(), to_message(sent));
  EXPECT_EQ(received.config.values(), sent.config.values());
  EXPECT_EQ(received.identity, "abc");
  EXPECT_EQ(received.row, RowIndex(7));
  EXPECT_EQ(received.attempts, 2);
  EXPECT_EQ(received.time_limit, 0.1);
  EXPECT_EQ(received.retries, 3);
  EXPECT_EQ(received.failures, 1);
  EXPECT_EQ(received.checkpoint, sent.checkpoint);
  EXPECT_EQ(received.leader, std::nullopt);
  sent.leader = 5_rank;
  EXPECT_EQ(assignment(papers_tasks(), to_message(sent)).leader, 5_rank);
}

TEST(Messages, AnAllotmentArrives) {
  Assignment sent{&papers_tasks().find("augmented"), "abc", default_config(papers_tasks().find("augmented").schema())};
  EXPECT_EQ(assignment(papers_tasks(), to_message(sent)).allotment, Allotment{});
  sent.allotment = {{2, 3}, std::vector<std::string>{"GPU-1"}, 4e10, true};
  EXPECT_EQ(assignment(papers_tasks(), to_message(sent)).allotment, sent.allotment);
  sent.allotment.gpus.emplace();
  EXPECT_EQ(assignment(papers_tasks(), to_message(sent)).allotment, sent.allotment);
  for (const char* bad : {"7", "{}", R"({"processors":[-1],"gpus":null,"memory":0,"is_alone":false})",
                          R"({"processors":[],"gpus":[],"memory":-1,"is_alone":false})"})
    EXPECT_THROW(assignment(papers_tasks(), with(to_message(sent), "allotment", bad)), Error) << bad;
}

TEST(Messages, RungsArriveWithEveryBit) {
  Assignment sent{&papers_tasks().find("augmented"), "abc", default_config(papers_tasks().find("augmented").schema())};
  EXPECT_FALSE(assignment(papers_tasks(), to_message(sent)).rungs);
  sent.rungs = make_rungs("loss", "epochs", 2000, 200, 3, 4);
  sent.stint.until = 0_rung, sent.stint.pruned_at = 1_rung, sent.stint.runs_on = true;
  const Assignment received = assignment(papers_tasks(), to_message(sent));
  EXPECT_EQ(received.rungs->text(), sent.rungs->text());
  EXPECT_EQ(received.rungs->checkpoint, sent.rungs->checkpoint);
  EXPECT_EQ(received.rungs->checkpoints, 200);
  EXPECT_EQ(received.stint.until, 0_rung);
  EXPECT_EQ(received.stint.pruned_at, 1_rung);
  EXPECT_TRUE(received.stint.runs_on);
  sent.rungs = make_looks("loss", "epochs", 81, 81);  // the last one is the end
  EXPECT_EQ(assignment(papers_tasks(), to_message(sent)).rungs->at, sent.rungs->at);
  for (
      const char* search :
      {R"({"of":5})", R"([1])",
       R"({"metric":"loss","resource":"epochs","of":9,"at":[3],"checkpoint":[2],"checkpoints":3,"until":1,"pruned_at":-1,"at_risk":false,"runs_on":false})",
       R"({"metric":"loss","resource":"epochs","of":9,"at":[3],"checkpoint":[2],"checkpoints":3,"until":-1,"pruned_at":1,"at_risk":false,"runs_on":false})",
       R"({"metric":"loss","resource":"epochs","of":9,"at":[3],"checkpoint":[2],"checkpoints":0,"until":0,"pruned_at":-1,"at_risk":false,"runs_on":false})",
       R"({"metric":"loss","resource":"epochs","of":9,"at":[30],"checkpoint":[2],"checkpoints":3,"until":0,"pruned_at":-1,"at_risk":false,"runs_on":false})"})
    EXPECT_THROW(assignment(papers_tasks(), with(to_message(sent), "search", search)), Error) << search;
  const WorkerMessage message = worker_message(to_message(WorkerMessage{.rungs = {0.1 + 0.2, std::nan("")}}));
  ASSERT_EQ(message.rungs.size(), 2u);
  EXPECT_EQ(message.rungs[0], 0.1 + 0.2);
  EXPECT_TRUE(std::isnan(message.rungs[1]));
}

TEST(Messages, TheTermsOfALaunchArriveAlsoWithoutAnEnd) {
  const LaunchTerms sent{7, 4, true, std::numeric_limits<double>::infinity(), R"({"host":"a b","pid":1,)"};
  const LaunchTerms received = launch_terms(to_message(sent));
  EXPECT_EQ(received.epoch, 7);
  EXPECT_EQ(received.number, 4);
  EXPECT_TRUE(received.subprocess);
  EXPECT_EQ(received.lease_holder, sent.lease_holder);
  EXPECT_TRUE(std::isinf(received.walltime));
  EXPECT_EQ(launch_terms(to_message(LaunchTerms{1, 0, false, 1.5, ""})).walltime, 1.5);
}

TEST(Messages, NothingMoreIsAnAssignmentWithoutTask) {
  EXPECT_EQ(assignment(papers_tasks(), to_message(Assignment{})).task, nullptr);
}

TEST(Messages, AnOrderNamesItsExperimentAndNoOtherMessageIsOne) {
  const auto order = order_in(
      to_message(Order{.identity = "0a1b", .pause = true, .threads = 3, .members = {{7_rank, 2}, {9_rank, 1}}}));
  ASSERT_TRUE(order);
  EXPECT_EQ(order->identity, "0a1b");
  EXPECT_TRUE(order->pause);
  EXPECT_EQ(order->threads, 3);
  EXPECT_EQ(order->members, (std::map<Rank, int>{{7_rank, 2}, {9_rank, 1}}));
  EXPECT_TRUE(order_in(to_message(Order{.identity = "0a1b"}))->members.empty());
  for (const std::string& text :
       {std::string("end"), std::string("{}"), std::string("[]"),
        std::string(R"({"order":7,"pause":true,"threads":1})"), std::string(R"({"order":"0a1b","task":"toy"})"),
        to_message(WorkerMessage{}), to_message(LaunchTerms{})})
    EXPECT_FALSE(order_in(text)) << text;
}

TEST(Messages, TheKindOfAReportIsReadWithoutTheRest) {
  for (int kind = 0; kind <= int(MessageKind::goodbye); ++kind)
    EXPECT_EQ(kind_in(to_message(WorkerMessage{MessageKind(kind)})), MessageKind(kind));
  for (const std::string text : {"", "end", "{}", "{\"kind\":", "{\"kind\":99,", "{\"kind\":-1,", "{\"kind\":\"1\","})
    EXPECT_THROW(kind_in(text), Error) << text;
}

TEST(Messages, AReportSurvivesALossThatIsNotANumber) {
  const WorkerMessage sent{MessageKind::finished, {3, 9, 300, std::nan(""), 1795662482.25}, Outcome::diverged};
  const WorkerMessage received = worker_message(to_message(sent));
  EXPECT_EQ(received.kind, MessageKind::finished);
  EXPECT_EQ(received.outcome, Outcome::diverged);
  EXPECT_EQ(received.progress.step, 3);
  EXPECT_EQ(received.progress.sequences, 300);
  EXPECT_EQ(received.progress.saved, 1795662482.25);
}

TEST(Messages, AFailuresMessageArrivesWhateverItsBytes) {
  WorkerMessage sent{MessageKind::finished, {}, Outcome::failed, "out of memory"};
  EXPECT_EQ(worker_message(to_message(sent)).message, "out of memory");
  sent.message = "file \xff";
  EXPECT_EQ(worker_message(to_message(sent)).message, "file \uFFFD");
}

/// Messages that a rank of another build, or another program, might send.
TEST(Messages, WhatNoRankMeansIsRefused) {
  const auto refused = [](auto read, const std::string& text) {
    try {
      read(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::mpi) << text;
      EXPECT_THAT(e.what(), testing::HasSubstr("a message of another rank cannot be read")) << text;
    }
  };
  const auto read_assignment = [](const std::string& text) { return assignment(papers_tasks(), text); };
  for (const std::string text : {"", "{", "[]", "null", "7", "{}"}) {
    refused(worker_message, text);
    refused(launch_terms, text);
    if (text != "{}") refused(read_assignment, text);  // {}: nothing more to do
  }
  const std::string report = to_message(WorkerMessage{MessageKind::finished, {3, 9, 300, 1.5}, Outcome::diverged});
  for (const std::string wrong : {"-1", "99", "1.5", "1e99", "true"})
    refused(worker_message, with(report, "kind", wrong));
  for (const std::string wrong : {"-1", "99"}) refused(worker_message, with(report, "outcome", wrong));
  refused(worker_message, with(report, "step", "1e300"));
  Assignment sent{&papers_tasks().find("augmented"), "abc", {}, RowIndex(7), 2, 0.1, 3, 1, ""};
  sent.config = default_config(papers_tasks().find("augmented").schema());
  for (const std::string key : {"row", "attempts", "retries", "failures", "threads"})
    refused(read_assignment, with(to_message(sent), key, "-1"));
  refused(read_assignment, with(to_message(sent), "config", "{}"));
}

}  // namespace
}  // namespace icsweep
