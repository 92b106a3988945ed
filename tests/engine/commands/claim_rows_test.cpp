#include "engine/commands/claim_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

TEST(ClaimRows, AMeasurementThatIsNoNumberHasNoSign) {
  const Claim claim{"lemma0", "none", "toy", "error", {}, {}, [](const Config&) {
                      const double nan = std::copysign(std::nan(""), -1.0);
                      return Verdict{nan, nan, "<=", false};
                    }};
  ::testing::internal::CaptureStdout();
  EXPECT_FALSE(judge(claim, {}, false));
  const std::string row = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(row.substr(0, row.find("FAILS")), "lemma0             toy                               nan <= nan      ");
}

}  // namespace
}  // namespace icsweep
