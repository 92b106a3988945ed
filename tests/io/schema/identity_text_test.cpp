#include "io/schema/identity_text.hpp"

#include <gtest/gtest.h>

#include <random>

#include "io/schema/schema_builders.hpp"

namespace icsweep {
namespace {

Schema five() {
  Schema schema{"toy", 1, {integer("seed", 0), real("rate", 0.1), choice("kind", "a", {"a", "b"})}, {}};
  schema.parameters.push_back({"noise", 0.0, "", 0, 1, {}, Value(0.0)});
  schema.parameters.push_back({"gone", std::int64_t{1}});
  schema.parameters.back().optional = true;
  return schema;
}

TEST(IdentityText, GivesTheHashOfIdentityWhateverCameBefore) {
  const Schema schema = five();
  IdentityText text(schema);
  std::mt19937 random(1);
  Config config = default_config(schema);
  for (int i = 0; i < 500; ++i) {
    const Config other = config;  // both now share values
    config.set("seed", std::int64_t(random() % 3));
    if (random() % 4 == 0) config.set("rate", double(random() % 3) - 1);
    if (random() % 4 == 0) config.set("rate", -0.0);
    if (random() % 4 == 0) config.set("kind", std::string(random() % 2 ? "a" : "b"));
    if (random() % 4 == 0) config.set("noise", double(random() % 2));
    if (random() % 4 == 0) config.set("gone", random() % 2 ? Value(Absent{}) : Value(std::int64_t{5}));
    if (random() % 8 == 0) config.share_all();
    const Config& next = random() % 3 == 0 ? other : config;
    ASSERT_EQ(text.identity(next), identity(schema, next)) << i;
  }
}

TEST(IdentityText, TakesAConfigurationWithOtherNames) {
  const Schema schema = five();
  IdentityText text(schema);
  Config less, more = default_config(schema);
  less.set("seed", std::int64_t{3});
  more.set("unknown", true);
  for (const Config& config : {less, default_config(schema), more, less})
    EXPECT_EQ(text.identity(config), identity(schema, config));
}

TEST(Config, ComparesSiblingsButAtMarkedPlaces) {
  Config a = default_config(five());
  Config b = a;
  b.set("seed", std::int64_t{4});  // the places are those of gone, kind, noise, rate and seed
  EXPECT_TRUE(a.differs_only_in(b, {false, false, false, false, true}));
  EXPECT_TRUE(b.differs_only_in(a, {false, false, false, false, true}));
  EXPECT_FALSE(a.differs_only_in(b, {true, true, true, true, false}));
  b.share_all();
  EXPECT_FALSE(a.differs_only_in(b, {true, true, true, true, true})) << "no sibling";
}

}  // namespace
}  // namespace icsweep
