#include "io/schema/schema_builders.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

Schema schema() {
  return {"toy",
          1,
          {integer("depth", 1).between(1, 6), real("rate", 5e-3).between(0, 1), choice("kind", "a", {"a", "b"})},
          {}};
}

Config config(Value depth, Value rate) {
  Config c;
  c.set("depth", std::move(depth));
  c.set("rate", std::move(rate));
  c.set("kind", std::string("a"));
  return c;
}

std::string message(const char* parameter, const Value& value) {
  try {
    const Schema s = schema();
    checked(*s.find(parameter), value);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Checked, NamesTheParameterTheValueAndTheRule) {
  EXPECT_EQ(message("depth", std::int64_t{-1}), "depth = -1: must be at least 1");
  EXPECT_EQ(message("depth", std::int64_t{7}), "depth = 7: must be at most 6");
  EXPECT_EQ(message("depth", 2.5), "depth = 2.5: must be an integer");
  EXPECT_EQ(message("depth", 2.0), "depth = 2.0: must be an integer");
  EXPECT_EQ(message("depth", std::string("two")), "depth = \"two\": must be an integer");
  EXPECT_EQ(message("kind", std::string("c")), "kind = \"c\": must be one of a, b");
  EXPECT_EQ(message("rate", std::numeric_limits<double>::quiet_NaN()), "rate = nan: must be finite");
  EXPECT_EQ(message("depth", std::int64_t{3}), "");
}

TEST(Checked, AnIntegerServesWhereARealIsAskedFor) {
  const Schema s = schema();
  EXPECT_EQ(checked(*s.find("rate"), std::int64_t{1}), Value(1.0));
  const Parameter wide = real("wide", 1.0);
  EXPECT_EQ(checked(wide, std::int64_t{1} << 60), Value(0x1p60));
  EXPECT_THROW(checked(wide, std::int64_t{9007199254740993}), Error) << "it would be that of 9007199254740992";
  EXPECT_FALSE(std::signbit(std::get<double>(checked(*s.find("rate"), -0.0))));
}

TEST(Config, CopiesShareNothingThatIsSetLater) {
  Config first = config(std::int64_t{2}, 5e-3), second = first;
  second.set("depth", std::int64_t{3});
  first.set("rate", 1.0);
  second.set("noise", 0.5);
  const Config third = second;
  second.set("depth", std::int64_t{4});
  second.set("noise", 0.25);
  EXPECT_EQ(first.integer("depth"), 2);
  EXPECT_EQ(first.real("rate"), 1);
  EXPECT_FALSE(first.has("noise"));
  EXPECT_EQ(second.integer("depth"), 4);
  EXPECT_EQ(second.real("rate"), 5e-3);
  EXPECT_EQ(second.real("noise"), 0.25);
  EXPECT_EQ(third.integer("depth"), 3);
  EXPECT_EQ(third.real("noise"), 0.5);
}

TEST(Config, KeepsTheSignOfAZeroThatACopySets) {
  const Config first = config(std::int64_t{2}, 0.0);
  Config second = first;
  second.set("rate", -0.0);
  EXPECT_TRUE(std::signbit(second.real("rate")));
  second.set("rate", 0.0);
  EXPECT_FALSE(std::signbit(second.real("rate")));
  EXPECT_FALSE(std::signbit(first.real("rate")));
}

TEST(Config, IsTheSameWhateverWasSetFirst) {
  Config forwards, backwards;
  for (const char* name : {"a", "b", "c"}) forwards.set(name, std::string(name));
  for (const char* name : {"c", "b", "a"}) backwards.set(name, std::string(name));
  std::string names;
  backwards.for_each([&](const std::string& name, const Value& value) { names += name + to_text(value); });
  EXPECT_EQ(names, "aabbcc");
  EXPECT_EQ(forwards.values(), backwards.values());
}

TEST(Identity, CountsNumbersByValueNotByText) {
  const Schema s = schema();
  EXPECT_EQ(identity(s, config(std::int64_t{2}, 5e-3)), identity(s, config(std::int64_t{2}, 0.005)));
  EXPECT_NE(identity(s, config(std::int64_t{2}, 5e-3)), identity(s, config(std::int64_t{2}, 0.0050000000000000001e1)));
  EXPECT_NE(identity(s, config(std::int64_t{2}, 5e-3)), identity(s, config(std::int64_t{3}, 5e-3)));
}

// Stored results are found by identity: this value must never change.
TEST(Identity, IsStableAcrossVersions) {
  EXPECT_EQ(identity(schema(), config(std::int64_t{2}, 5e-3)), "a2d05d469f8dc835bd2b63b57603fcff");
}

TEST(Identity, AParameterAddedLaterIsLeftOutAtItsNeutralValue) {
  Schema later = schema();
  later.parameters.push_back({"noise", 0.0, "", 0, 1, {}, Value(0.0)});
  Config quiet = config(std::int64_t{2}, 5e-3), noisy = quiet;
  quiet.set("noise", 0.0);
  noisy.set("noise", 0.1);
  EXPECT_EQ(identity(later, quiet), identity(schema(), config(std::int64_t{2}, 5e-3)));
  EXPECT_NE(identity(later, noisy), identity(later, quiet));
}

TEST(Schema, AVersionIsRaisedForOneValueOfAParameterAlone) {
  const Schema schema{"toy", 2, {choice("kind", "a", {"a", "b"}), integer("n", 1)}, {}, {{"kind", "b", 3}}};
  Config config = default_config(schema);
  EXPECT_EQ(schema.result_version_of(config), 2);
  config.set("kind", "b");
  EXPECT_EQ(schema.result_version_of(config), 5);
  EXPECT_EQ(schema.result_version_of(Values{{"kind", std::string("b")}}), 5);
  EXPECT_EQ(schema.result_version_of(Values{{"n", std::int64_t(1)}}), 2) << "a store from before the parameter";
}

TEST(Value, NaNIsWrittenWithoutASign) {
  EXPECT_EQ(to_text(std::copysign(std::nan(""), -1.0)), "nan");
  EXPECT_EQ(to_text(-std::numeric_limits<double>::infinity()), "-inf");
}

Parameter own(Value like, bool nullable = false) {
  Parameter p{"x", std::move(like)};
  p.own = true, p.nullable = nullable;
  return p;
}

std::string refused(const Parameter& p, const Value& value) {
  try {
    checked(p, value);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Checked, BooleansListsAndNoneAreKindsOfTheirOwn) {
  EXPECT_EQ(checked(own(false), true), Value(true));
  EXPECT_EQ(refused(own(false), std::int64_t{1}), "x = 1: must be true or false");
  EXPECT_EQ(refused(own(std::int64_t{1}), true), "x = true: must be an integer");
  EXPECT_EQ(checked(own(Composite{"[]"}), Composite{"[[1],2]"}), Value(Composite{"[[1],2]"}));
  EXPECT_EQ(refused(own(1.5), Composite{"[1]"}), "x = [1]: must be a number");
  EXPECT_EQ(checked(own(1.5, true), std::string("none")), Value(None{}));
  EXPECT_EQ(refused(own(1.5), std::string("none")), "x = \"none\": must be a number");
  EXPECT_EQ(checked(own(std::string(), true), std::string("none")), Value(std::string("none"))) << "a text";
  EXPECT_EQ(checked(own(1.5), Absent{}), Value(Absent{}));
}

TEST(Identity, IsAHashOfNamesAndTextsWithoutWhatIsAbsent) {
  Schema s = schema();
  const Config c = config(std::int64_t{3}, 1e-7);
  EXPECT_EQ(identity(s, c), content_hash("toy\ndepth=3\nkind=a\nrate=1e-07"));
  EXPECT_EQ(identity(s, c), "c7cdf1896ea6f5fe3d184202cebf0c4d");
  Config more = c;
  more.set("flag", true);
  more.set("gone", Absent{});
  more.set("layers", Composite{"[[16,16]]"});
  more.set("none", None{});
  EXPECT_EQ(identity(s, more),
            content_hash("toy\ndepth=3\nflag=true\nkind=a\nlayers=[[16,16]]\nnone=none\nrate=1e-07"));
}

TEST(DefaultConfig, LacksOptionalParameters) {
  Schema s = schema();
  s.parameters[1].optional = true;
  EXPECT_EQ(default_config(s).at("rate"), Value(Absent{}));
  EXPECT_EQ(default_config(s).at("depth"), Value(std::int64_t{1}));
}

}  // namespace
}  // namespace icsweep
