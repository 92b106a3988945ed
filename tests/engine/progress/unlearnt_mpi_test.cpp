#include "engine/progress/unlearnt.hpp"

#include <gtest/gtest.h>

#include "engine/progress/store_status.hpp"
#include "support/synthetic_store.hpp"

namespace icsweep {
namespace {

/// Seeds 0 … 3 of the task with these ratios. Seeds in `diverged` have no result.
void fill(SyntheticStore& store, const std::vector<double>& ratios, int diverged = -1) {
  for (std::size_t seed = 0; seed < ratios.size(); ++seed) store.add().set("seed", std::int64_t(seed));
  store.write([&](const Config& c, const std::string& output,
                  std::size_t) { return output == "zero_ratio" ? ratios[std::size_t(c.integer("seed"))] : 1.0; },
              Outcome::diverged, diverged);
}

TEST(Unlearnt, AreDoneAboveTheRatioOfPredictingZero) {
  SyntheticStore store("diagonal");
  fill(store, {0.951, 0.95, 0.2, 7}, 3);
  const StoreReader reader(store.path());
  const auto found = unlearnt(reader.tables()[0]);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], reader.tables()[0].texts("identity")[0]);
}

TEST(Unlearnt, StatusNamesThem) {
  SyntheticStore store("diagonal");
  fill(store, {0.99, 0.3, 1.2});
  const StoreReader reader(store.path());
  const std::string text = to_text(status_of(reader)[0]);
  EXPECT_NE(text.find("\n  2 learnt nothing, above 0.95 of predicting zero: "), std::string::npos) << text;
  SyntheticStore learnt("diagonal");
  fill(learnt, {0.1});
  EXPECT_EQ(to_text(status_of(StoreReader(learnt.path()))[0]), "diagonal: 1 planned: 1 done\n");
}

TEST(Unlearnt, TasksThatTrainNothingHaveNone) {
  SyntheticStore store("trajectory");
  store.add();
  store.write([](const Config&, const std::string&, std::size_t) { return 1.0; });
  EXPECT_TRUE(unlearnt(StoreReader(store.path()).tables()[0]).empty());
}

TEST(Unlearnt, ManyAreNamedInPart) {
  const std::string text = unlearnt_text(std::vector<std::string>(12, "0123456789abcdef"));
  EXPECT_TRUE(text.starts_with("  12 learnt nothing")) << text;
  EXPECT_TRUE(text.ends_with(" 01234567 ...\n")) << text;
  EXPECT_EQ(unlearnt_text({}), "");
}

}  // namespace
}  // namespace icsweep
