#include "engine/ledger/growth.hpp"

#include <gtest/gtest.h>

#include "engine/sweep/code_of_sweep.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tests/io/query/table_in_memory.hpp"

namespace icsweep {
namespace {

/// A sweep of a program, and the table of its store.
struct Fit {
  explicit Fit(const std::string& lines, const std::string& results = "[\"y\"]")
      : sweep(parse_sweep(
            "[[grid]]\ntask = \"program\"\nprogram.command = [\"fit\"]\nprogram.results = " + results + "\n" + lines,
            "s.toml")),
        code(none, sweep),
        table(make_table(code.tasks().find("program").schema())) {}

  /// The sentence about the growth from the table of another sweep, or the error.
  std::string from(const Fit& earlier, std::int64_t stored = 1) const try {
    expect_growth(sweep, table, TableInMemory(earlier.table, {{{"width", stored}}}), "s.h5");
    return growth_text(table, earlier.table);
  } catch (const Error& e) {
    return e.what();
  }

  TaskRegistry none;
  Sweep sweep;
  CodeOfSweep code;
  Table table;
};

const Fit first("width = [1, 2]\n");

TEST(Growth, IsSaidInOneSentence) {
  EXPECT_EQ(first.from(first), "");
  EXPECT_EQ(Fit("width = [1, 2]\nkind = \"a\"\nprogram.added = { kind = \"b\" }\n").from(first),
            "table program grows: parameter kind is \"b\" in earlier rows");
  EXPECT_EQ(Fit("width = 1.5\n", "[\"loss[3]\", \"y\"]").from(first),
            "table program grows: width becomes a real number, result loss is NULL in earlier rows");
}

TEST(Growth, NeedsTheValueOfANewParameter) {
  EXPECT_EQ(
      Fit("width = 1\nrate = 0.5\n").from(first),
      "s.toml:6: rate is new to s.h5, add program.added = { rate = VALUE } with its value in earlier rows, or name "
      "another store");
}

TEST(Growth, KeepsTheValueThatTheStoreHas) {
  const Fit added("width = 1\nrate = 0.5\nprogram.added = { rate = 0 }\n");
  const Fit other("width = 1\nrate = 0.5\nprogram.added = { rate = 1 }\n"), whole("width = 1\nrate = 0.5\n");
  EXPECT_EQ(added.from(added), "");
  EXPECT_EQ(other.from(added), "s.toml:7: s.h5 got rate later, write program.added = { rate = 0 } as then");
  EXPECT_EQ(whole.from(added), "s.toml:3: s.h5 got rate later, write program.added = { rate = 0 } as then");
  EXPECT_EQ(added.from(whole), "s.toml:7: s.h5 has rate from its beginning, remove it from program.added");
}

TEST(Growth, IsExact) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(Fit("width = 1.5\n").from(first, large),
            "s.toml:5: width cannot become a real number, since s.h5 has width = 9007199254740993; name another store");
  EXPECT_EQ(Fit("width = 1.5\n").from(first, large / 2), "table program grows: width becomes a real number");
}

TEST(Growth, IsNoOtherChange) {
  EXPECT_EQ(Fit("depth = 1\nprogram.added = { depth = 1 }\n").from(first),
            "s.toml:3: s.h5 has a parameter width, give it a value");
  EXPECT_EQ(Fit("width = 1\n", "[\"z\"]").from(first), "s.toml:3: s.h5 has a result y, keep it in results");
  EXPECT_EQ(Fit("width = 1\n", "[\"y[2]\"]").from(first),
            "s.toml:3: result y has other dimensions in s.h5, give it another name");
  EXPECT_EQ(Fit("width = \"a\"\n").from(first),
            "s.toml:5: width is an integer in s.h5 and a text here, give it another name");
  EXPECT_EQ(first.from(Fit("width = 1.5\n")),
            "s.toml:5: width is a real number in s.h5, write its values with a point, such as 1.0");
}

}  // namespace
}  // namespace icsweep
