// Runs all tests of a program. After their output, prints a line per failed test.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <string>

namespace icsweep::test {

/// The place and the message of the test's first failure, in one line.
inline std::string reason(const ::testing::TestResult& result) {
  for (int i = 0; i < result.total_part_count(); ++i) {
    const ::testing::TestPartResult& part = result.GetTestPartResult(i);
    if (!part.failed()) continue;
    std::string text =
        (part.file_name() ? std::string(part.file_name()) + ":" + std::to_string(part.line_number()) + ": " : "") +
        part.message();
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text.substr(0, 400);
  }
  return "no assertion failed";
}

/// Runs the tests. A failed test's line has the reason and a command that repeats the test. Draws of unit tests have
/// fixed seeds; the command names the seed of the order if the order was shuffled.
inline int run_tests(const std::string& program) {
  const int status = RUN_ALL_TESTS();
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  const std::string order =
      GTEST_FLAG_GET(shuffle) ? " --gtest_shuffle --gtest_random_seed=" + std::to_string(all.random_seed()) : "";
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      const ::testing::TestInfo& test = *suite.GetTestInfo(k);
      if (!test.result()->Failed()) continue;
      const std::string name = std::string(suite.name()) + "." + test.name();
      std::cout << "FAILED: " << name << ": " << reason(*test.result()) << "; to repeat: " << program
                << " --gtest_filter=" << (order.empty() ? name : "*" + order) << std::endl;
    }
  }
  return status;
}

}  // namespace icsweep::test
