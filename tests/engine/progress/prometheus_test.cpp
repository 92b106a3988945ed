#include "engine/progress/prometheus.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "support/some_news.hpp"

namespace icsweep {
namespace {

StoreStatus some_status(const std::string& ending) {
  StoreStatus s{.tasks = {{.task = "augmented"}, {.task = "plain"}},
                .planned = 5,
                .ended = 2,
                .launch = some_news(),
                .ending = ending};
  s.tasks[0].counts[std::size_t(Outcome::pending)] = 3;
  s.tasks[1].counts[std::size_t(Outcome::failed)] = 2;
  s.share = 0.25;
  return s;
}

/// Reads samples by name and labels. Throws unless each line is a HELP, the TYPE after it, or a sample of that metric.
std::map<std::string, double> samples_of(const std::string& text) {
  const std::string name = "[a-zA-Z_:][a-zA-Z0-9_:]*",
                    label = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\"";
  const std::regex help("# HELP (" + name + ") .+"), type("# TYPE (" + name + ") gauge"),
      sample("(" + name + ")(\\{" + label + "(?:," + label + ")*\\}) ([0-9.e+-]+)");
  std::map<std::string, double> samples;
  std::set<std::string> seen;
  std::string line, helped, metric;
  std::istringstream lines(text);
  for (std::smatch match; std::getline(lines, line);) {
    if (std::regex_match(line, match, help)) helped = match[1];
    else if (std::regex_match(line, match, type) && match[1] == helped && seen.insert(helped).second) metric = helped;
    else if (!std::regex_match(line, match, sample) || match[1] != metric ||
             !samples.emplace(metric + match[2].str(), std::stod(match[3])).second)
      throw std::runtime_error("not exposition format: " + line);
  }
  if (text.empty() || text.back() != '\n') throw std::runtime_error("no newline at the end");
  return samples;
}

TEST(Prometheus, EverySampleStandsBehindItsHelpAndType) {
  const auto samples = samples_of(prometheus_text(some_status(""), "a.h5", "depth"));
  const std::string own = "{store=\"a.h5\",sweep=\"depth\"";
  EXPECT_EQ(samples.at("icsweep_experiments" + own + ",task=\"augmented\",outcome=\"pending\"}"), 3);
  EXPECT_EQ(samples.at("icsweep_experiments" + own + ",task=\"plain\",outcome=\"failed\"}"), 2);
  EXPECT_EQ(samples.at("icsweep_experiments" + own + ",task=\"plain\",outcome=\"done\"}"), 0);
  EXPECT_EQ(samples.at("icsweep_work_done_ratio" + own + "}"), 0.25);
  EXPECT_EQ(samples.at("icsweep_launch_running" + own + "}"), 1);
  EXPECT_EQ(samples.at("icsweep_experiments_in_flight" + own + "}"), 2);
  EXPECT_EQ(samples.at("icsweep_eta_seconds" + own + "}"), 80);
}

TEST(Prometheus, WithoutALaunchTheLaunchsMetricsAreAbsent) {
  const auto samples = samples_of(prometheus_text(some_status("stopped"), "a.h5", "depth"));
  EXPECT_EQ(samples.at("icsweep_launch_running{store=\"a.h5\",sweep=\"depth\"}"), 0);
  EXPECT_FALSE(samples.contains("icsweep_sequences_per_second{store=\"a.h5\",sweep=\"depth\"}"));
}

TEST(Prometheus, AnUnknownTimeLeftIsAbsent) {
  StoreStatus s = some_status("");
  s.launch.eta_s = -1;
  EXPECT_FALSE(
      samples_of(prometheus_text(s, "a.h5", "depth")).contains("icsweep_eta_seconds{store=\"a.h5\",sweep=\"depth\"}"));
}

TEST(Prometheus, NamesCannotBreakTheFormat) {
  const auto samples = samples_of(prometheus_text(some_status(""), "a\"b\\c.h5", "two\nlines}\xff"));
  EXPECT_EQ(samples.count("icsweep_launch_running{store=\"a\\\"b\\\\c.h5\",sweep=\"two lines}?\"}"), 1u);
}

}  // namespace
}  // namespace icsweep
