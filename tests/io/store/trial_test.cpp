#include "io/store/trial.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <vector>

#include "io/base/error.hpp"
#include "support/sanitizers.hpp"

namespace icsweep {
namespace {

TEST(Trial, SaysWhatAProcessDiedOfAndNothingOfOneThatEnds) {
  EXPECT_EQ(death_in_trial([] {}), std::nullopt);
  try {
    death_in_trial([] { throw Error(ErrorKind::store, "no"); });
    ADD_FAILURE() << "what is thrown there is thrown here";
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), std::string("no"));
    EXPECT_EQ(e.kind(), ErrorKind::store);
  }
  EXPECT_EQ(death_in_trial([] { std::raise(SIGSEGV); }), "died of signal 11 (Segmentation fault)");
  EXPECT_EQ(death_in_trial([] { std::abort(); }), "died of signal 6 (Aborted)");
  if (!under_address_sanitizer && !under_thread_sanitizer) {
    EXPECT_EQ(death_in_trial([] { std::vector<char> large(std::size_t{2} << 30, 'x'); }),
              "needed more than 512 MiB of memory");
  }
}

}  // namespace
}  // namespace icsweep
