// Samplers in C.
#include "tasks/sampler/library_sampler.hpp"

#include <cmath>

#include "tests/tasks/sampler/sampler_folder.hpp"

namespace icsweep {
namespace {

class LibrarySampler : public test::SamplerFolder {
 protected:
  std::string refusal_of(const std::string& text) {
    static int number = 0;  // a library is loaded once by its name
    const std::string name = "bad" + std::to_string(number++);
    write(name + ".c", text);
    compile(name);
    std::string message = refusal(definition(name + ".so", {integer("degree", 2), real("scale", .5), text_}));
    if (const auto at = message.find(name); at == 0) message.replace(0, name.size(), "bad");
    return message;
  }
  std::string refusal_of_body(const std::string& body) {
    return refusal_of(
        "#include <icsweep/sampler.h>\n#include <math.h>\n"
        "int icsweep_sample(const icsweep_request *r, float *x, float *y) {\n"
        "  for (int64_t i = 0; i < r->count * r->points * r->dim; ++i) x[i] = 1;\n"
        "  for (int64_t i = 0; i < r->count * r->points; ++i) y[i] = (float)(r->first + i / r->points);\n" +
        body + "\n  return 0;\n}\n");
  }

  Parameter text_ = text("kind", "a b");
};

TEST_F(LibrarySampler, GetsWhatIsAskedForAndItsParameters) {
  EXPECT_EQ(refusal_of_body(R"(
  const int good = r->version == 1 && r->parameters == 3 && r->points == 9 && r->dim == 3 && r->message_size >= 256 &&
                   r->seed == (uint64_t)1 << 54 && icsweep_integer(r, "degree", 0) == 2 &&
                   icsweep_real(r, "scale", 0) == .5 && icsweep_real(r, "degree", 0) == 2 &&
                   strcmp(icsweep_text(r, "kind", ""), "a b") == 0 && icsweep_integer(r, "other", 7) == 7;
  if (!good) return 1;)"),
            "");
}

TEST_F(LibrarySampler, ErrorsAreOneLine) {
  EXPECT_EQ(refusal_of_body("  strcpy(r->message, \"two\\nlines\"); return 5;"), "bad.so: two lines");
  EXPECT_EQ(refusal_of_body("  return 5;"), "bad.so: icsweep_sample() returned 5");
  EXPECT_EQ(refusal_of_body("  if (r->first == 3) y[4] = NAN;"), "bad.so: example 3 is not finite");
  EXPECT_EQ(refusal_of_body("  memset(r->message, 'a', r->message_size); return 1;"),
            "bad.so: " + std::string(255, 'a'));
}

TEST_F(LibrarySampler, OneThatIsNotPureIsRefused) {
  EXPECT_EQ(refusal_of_body("  static int calls = 0; y[0] = (float)calls++;").substr(0, 44),
            "bad.so: answers differently when asked again");
}

TEST_F(LibrarySampler, WhatIsNoSamplerIsRefused) {
  EXPECT_EQ(refusal_of("int one(void);\nint one(void) { return 1; }\n"),
            "bad.so: is not a sampler, it has no icsweep_sampler_version: include icsweep/sampler.h");
  EXPECT_EQ(refusal_of("#include <icsweep/sampler.h>\nint one(void);\nint one(void) { return 1; }\n"),
            "bad.so: is not a sampler, it has no function icsweep_sample()");
  EXPECT_EQ(
      refusal_of("const int icsweep_sampler_version = 2;\n"),
      "bad.so: was made for version 2 of icsweep/sampler.h, this program has 1: compile it again with this program's "
      "header");
  write("text.so", "no library");
  EXPECT_EQ(refusal(definition("text.so")), "text.so: file too short");
  EXPECT_EQ(refusal(definition("none.so")), "none.so: cannot be read (No such file or directory)");
}

TEST_F(LibrarySampler, FailsFromAnyThread) {
  write("late.c",
        "#include <icsweep/sampler.h>\n"
        "int icsweep_sample(const icsweep_request *r, float *x, float *y) {\n"
        "  memset(x, 0, sizeof *x * (size_t)(r->count * r->points * r->dim));\n"
        "  memset(y, 0, sizeof *y * (size_t)(r->count * r->points));\n"
        "  if (r->first == 100) strcpy(r->message, \"no more\");\n"
        "  return r->first == 100;\n}\n");
  compile("late");
  const auto task = sampled_task(inspected(definition("late.so"), small("regression")));
  for (const int threads : {1, 3}) try {
      run(*task, configured(*task, small("regression")), threads);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "late.so: no more");
    }
}

TEST_F(LibrarySampler, TheHeaderIsAlsoCxx) {
  write("one.cpp",
        "#include <icsweep/sampler.h>\n"
        "int icsweep_sample(const icsweep_request *, float *, float *) { return 0; }\n"
        "int main() { return icsweep_sample(nullptr, nullptr, nullptr) + icsweep_sampler_version - 1; }\n");
  const std::string program = folder_.file("one"),
                    command = CXX_COMPILER " -std=c++11 -pedantic -Wall -Wextra -Werror -I" INCLUDE_DIR " -o " +
                              program + " " + program + ".cpp && " + program;
  EXPECT_EQ(std::system(command.c_str()), 0);
}

/// C and Python draw the same law, not the same numbers.
TEST_F(LibrarySampler, PolynomialsInCHaveTheMomentsOfThoseInPython) {
  copy_example("polynomials.c");
  copy_example("polynomials.py");
  compile("polynomials");
  const int count = 4000;
  for (const char* file : {"polynomials.so", "polynomials.py"}) {
    const SamplerDefinition d = definition(file, {integer("degree", 3)});
    const ExampleShape shape{3, 2, true};
    const auto sampler = opened(d, {shape, {{"degree", std::int64_t{3}}}, 256, {}});
    double mean = 0, square = 0, x_square = 0;
    for_each_example(
        *sampler, shape.scalars(), {1, Purpose::training_data, 0, count}, [] {},
        [&](int, const float* example) {
          mean += example[6];
          square += example[6] * example[6];
          x_square += example[5] * example[5];
          EXPECT_LT(std::abs(example[3]), 1);
        });
    const double expected = 1 + 1. / 3 + 1. / 5 + 1. / 7;  // sum of E x^2k
    EXPECT_NEAR(mean / count, 0, 4 * std::sqrt(expected / count)) << file;
    EXPECT_NEAR(square / count, expected, 4 * std::sqrt(8. / count)) << file;
    EXPECT_NEAR(x_square / count, 1. / 3, 4 * .3 / std::sqrt(count)) << file;
  }
}

}  // namespace
}  // namespace icsweep
