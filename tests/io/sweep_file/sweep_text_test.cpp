#include "io/sweep_file/sweep_file.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

/// The canonical text of a sweep file's text.
std::string canonical(const std::string& text) {
  return canonical_text(parse_sweep(text, "s.toml"));
}

std::string grid(const std::string& lines) {
  return "[[grid]]\ntask = \"t\"\n" + lines;
}

TEST(CanonicalText, IsAFixedPoint) {
  const std::string text = canonical(R"([sweep]
name = "a \"b\" \\ \u0001 ü"
time_limit = "1m30s"
[search]
method = "halving"
metric = { name = "loss", largest = true }
resource = "epochs"
eta = 3
rungs = 3
keep = 2
over = ["seed"]
per = ["depth"]
[[grid]]
task = "t"
b = [1, 2.5, -0.0, 1e-30, 1e300]
a = "x"
seed = { count = 9 }
zip = [["b", "a"], ["seed", "c"]]
where = ["a <= b", "b > 0"]
derive = { z = "2 * b", d = "z + 1" }
retries = 2
[[grid]]
task = "u"
sample = { count = 5, seed = 3 }
x = { log_uniform = [1e-3, 1] }
k = { integer = [1, 9] }
c = { choice = ["a", 2, 2.0] }
keep_weights = true
)");
  EXPECT_EQ(canonical_text(parse_stored_sweep(text)), text);
  EXPECT_NE(text.find("\nseed = { from = 0, to = 8 }\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nb = [1, 2.5, -0.0, 1e-30, 1e+300]\na = \"x\"\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nderive = { z = \"2 * b\", d = \"z + 1\" }\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\nc = { choice = [\"a\", 2, 2.0] }\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ntime_limit = 90.0\n"), std::string::npos) << text;
}

TEST(CanonicalText, KeepsRoundsAndNamesThatNeedQuotes) {
  const std::string text = canonical("[search]\nmethod = \"tpe\"\nmetric = \"loss\"\nrounds = 4\nper_round = 8\n" +
                                     grid("\"a b\" = 3\nx = { uniform = [0, 1] }\nsample = { count = 4 }\n"));
  EXPECT_EQ(canonical_text(parse_stored_sweep(text)), text);
  EXPECT_NE(text.find("\"a b\" = 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x = { uniform = [0.0, 1.0] }\n"), std::string::npos) << text;
}

TEST(CanonicalText, ReadsBackToTheSameValues) {
  for (const char* values :
       {"[1, 2, 3, 4, 6]", "[3, 2, 1, 0]", "[1, 2.0, 3, 4]", "{ from = -4, to = 9 }", "[0.1, 0.2, 0.30000000000000004]",
        "[9223372036854775807, -9223372036854775808]", "[inf, -inf]", "[\"\", \"1\"]"}) {
    const Sweep sweep = parse_sweep(grid(std::string("x = ") + values), "s.toml");
    EXPECT_EQ(parse_stored_sweep(canonical_text(sweep)).grids.at(0).axes.at(0).values,
              sweep.grids.at(0).axes.at(0).values)
        << values;
  }
}

TEST(CanonicalText, KeepsEveryKindOfValueAndConditions) {
  const std::string text = canonical(grid(R"(a = [true, false]
b = [[16, 16], [32]]
c = [{ flip = true, "a b" = [1.5, "x"] }]
d = [[1.0]]
model.lr = 0.1
m = { when = 'a && b == "[32]"', values = [0, 0.9] }
u = { when = "a", uniform = [0, 1] }
r = { when = "a", from = 1, to = 2 }
sample = { count = 3 }
)"));
  EXPECT_EQ(text, canonical(text));
  EXPECT_NE(text.find("b = [[16, 16], [32]]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("c = [{ \"a b\" = [1.5, \"x\"], flip = true }]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("d = [[1.0]]\nmodel_lr = 0.1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("m = { when = \"a && b == \\\"[32]\\\"\", values = [0, 0.9] }\n"), std::string::npos) << text;
  EXPECT_NE(text.find("u = { when = \"a\", values = { uniform = [0.0, 1.0] } }\n"), std::string::npos) << text;
  EXPECT_NE(text.find("r = { when = \"a\", values = [1, 2] }\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace icsweep
