#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numeric>

#include "io/arrays/array_file.hpp"
#include "tasks/random.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/tiny_tokenizer.hpp"

namespace icsweep::text_fit_test {
namespace {

class Recorder : public Context {
 public:
  double scalar(const std::string& name) const { return results().at(name).at(0); }
  Progress last{};

 protected:
  void on_tick(const Progress& progress) override { last = progress; }
};

const Task& task() {
  return papers_tasks().find("text_fit");
}

Recorder run(const Config& config) {
  task().validate(config);
  Recorder recorder;
  task().run(config, recorder);
  return recorder;
}

/// A text of 1000 random letters from a small alphabet, and a tokenizer whose merges never apply: one token per letter.
class TextFit : public testing::Test {
 protected:
  TextFit() : tokenizer_(folder_, {"q q"}) {
    RandomStream random(5, Purpose::check, 0);
    std::string text;
    for (int i = 0; i < 1000; ++i) text += char('a' + random.below(12));
    save("text.txt", text);
    config_ = default_config(task().schema());
    config_.set("text", folder_.file("text.txt"));
    config_.set("merges", tokenizer_.merges);
    config_.set("vocabulary", tokenizer_.vocabulary);
    config_.set("dim", std::int64_t{16});
    config_.set("sequences", std::int64_t{0});
  }
  void save(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_.file(name), std::ios::binary) << bytes;
  }
  Config with(const std::string& name, const Value& value) const {
    Config config = config_;
    config.set(name, value);
    return config;
  }
  std::string error(const Config& config) const {
    try {
      task().validate(config);
    } catch (const Error& e) {
      std::string what = e.what();
      for (auto at = what.find(folder_.file("")); at != what.npos; at = what.find(folder_.file("")))
        what.erase(at, folder_.file("").size());
      return what;
    }
    return "";
  }
  /// A table of `rows` random vectors of length 2, saved as e.npy.
  std::vector<double> save_table(int rows, int dim) const {
    RandomStream random(6, Purpose::check, 0);
    std::vector<double> values(std::size_t(rows * dim));
    for (double& v : values) v = random.normal();
    write_npy(folder_.file("e.npy"), {rows, dim}, values);
    return values;
  }
  int vocabulary() const { return int(tokenizer_.ids.size()); }

  TemporaryFolder folder_;
  test::TinyTokenizer tokenizer_;
  Config config_;
};

TEST_F(TextFit, GivesEveryDeclaredResultInItsDeclaredSize) {
  const Recorder r = run(config_);
  EXPECT_EQ(r.results().size(), task().schema().outputs.size());
  for (const auto& output : task().schema().outputs) {
    std::size_t size = 1;
    for (const auto& d : output.dimensions) size *= std::size_t(d.size(config_));
    ASSERT_TRUE(r.results().contains(output.name)) << output.name;
    EXPECT_EQ(r.results().at(output.name).size(), size) << output.name;
    for (const double v : r.results().at(output.name)) EXPECT_TRUE(std::isfinite(v)) << output.name;
  }
  EXPECT_EQ(r.scalar("sequences_used"), double(std::int64_t(r.scalar("tokens")) / 5));
  for (const char* half : {"original_histogram", "shuffled_histogram"}) {
    const auto& h = r.results().at(half);
    EXPECT_EQ(std::accumulate(h.begin(), h.end(), 0.0), r.scalar("sequences_used"));
  }
  EXPECT_EQ(r.last.step, r.last.steps);
  EXPECT_EQ(double(r.last.sequences), 2 * r.scalar("sequences_used"));
}

TEST_F(TextFit, CountsTheSequencesThatContradictThemselves) {
  for (const std::int64_t length : {2, 3, 5, 9}) {
    const Recorder r = run(with("length", length));
    EXPECT_EQ(r.scalar("original_count"), r.scalar("original_inconsistent"));
    EXPECT_EQ(r.scalar("shuffled_count"), r.scalar("shuffled_inconsistent"));
    EXPECT_EQ(r.scalar("original_count") > 0, length > 2);
  }
}

TEST_F(TextFit, ATextThatRepeatsItselfIsFittedAndItsShuffleIsNot) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "abcdefg";
  save("text.txt", text);
  const Recorder r = run(config_);
  EXPECT_EQ(r.scalar("original_count"), 0);
  EXPECT_GT(r.scalar("shuffled_count"), 20);
  EXPECT_TRUE(std::isnan(r.scalar("ratio")));
}

TEST_F(TextFit, SameConfigurationGivesTheSameBitsAndSeedsChangeTheShuffleOnly) {
  const Recorder one = run(config_), again = run(config_), other = run(with("seed", std::int64_t{1}));
  EXPECT_EQ(one.results(), again.results());
  EXPECT_EQ(one.scalar("original_count"), other.scalar("original_count"));
  EXPECT_EQ(one.scalar("tokens_checksum"), other.scalar("tokens_checksum"));
  EXPECT_NE(one.results().at("shuffled_histogram"), other.results().at("shuffled_histogram"));
}

TEST_F(TextFit, AnyGenericEmbeddingGivesTheSameCounts) {
  const auto values = save_table(vocabulary(), 16);
  const std::string header = R"({"wte":{"dtype":"F64","shape":[)" + std::to_string(vocabulary()) +
                             R"(,16],"data_offsets":[0,)" + std::to_string(values.size() * 8) + "]}}";
  const std::uint64_t length = header.size();
  save("e.safetensors", std::string(reinterpret_cast<const char*>(&length), 8) + header +
                            std::string(reinterpret_cast<const char*>(values.data()), values.size() * 8));
  const Recorder random = run(config_), npy = run(with("embedding", folder_.file("e.npy")));
  Config named = with("embedding", folder_.file("e.safetensors"));
  EXPECT_EQ(npy.results(), run(named).results());
  named.set("tensor", std::string("wte"));
  EXPECT_EQ(npy.results(), run(named).results());
  for (const char* count : {"original_count", "shuffled_count"}) EXPECT_EQ(random.scalar(count), npy.scalar(count));
}

TEST_F(TextFit, AChangedTextIsReadAgain) {
  const double before = run(config_).scalar("tokens");
  save("text.txt", "abcdefghijkl");
  EXPECT_NE(run(config_).scalar("tokens"), before);
}

TEST_F(TextFit, FilesThatShrinkAfterTheyWereValidatedFailTheRunByName) {
  const auto failure = [](const Config& config) {
    Recorder recorder;
    try {
      task().run(config, recorder);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  save_table(vocabulary(), 16);
  const Config table = with("embedding", folder_.file("e.npy")), fixed = with("sequences", std::int64_t{150});
  for (const Config& config : {table, fixed, config_}) task().validate(config);
  save_table(5, 16);
  EXPECT_NE(failure(table).find("e.npy\": has 5 rows"), std::string::npos) << failure(table);
  save("text.txt", "abcdefghijkl");
  EXPECT_NE(failure(fixed).find("text.txt has only 2 sequences of 5 tokens"), std::string::npos) << failure(fixed);
  save("text.txt", "abc");
  EXPECT_NE(failure(config_).find("text.txt has only 3 tokens"), std::string::npos) << failure(config_);
}

TEST_F(TextFit, CostFollowsTheSequences) {
  const Cost all = task().cost(config_), ten = task().cost(with("sequences", std::int64_t{10}));
  EXPECT_EQ(all.sequences, 2 * run(config_).scalar("sequences_used"));
  EXPECT_EQ(ten.sequences, 20);
  EXPECT_NEAR(ten.training_flop / all.training_flop, 20 / all.sequences, 1e-12);
}

TEST_F(TextFit, FilesThatAreMissingOrDoNotFitAreRefusedByName) {
  EXPECT_EQ(error(config_), "");
  EXPECT_EQ(error(with("text", folder_.file("no.txt"))),
            "text = \"no.txt\": cannot be read (No such file or directory), check the path");
  EXPECT_EQ(error(with("embedding", folder_.file("no.npy"))),
            "embedding = \"no.npy\": cannot be read (No such file or directory), check the path");
  EXPECT_EQ(error(with("merges", folder_.file("no.bpe"))),
            "merges = \"no.bpe\": cannot be read (No such file or directory), check the path");
  EXPECT_EQ(error(with("vocabulary", folder_.file("no.json"))),
            "vocabulary = \"no.json\": cannot be read (No such file or directory), check the path");
  save("bad.npy", "no array");
  EXPECT_TRUE(error(with("embedding", folder_.file("bad.npy"))).starts_with("embedding = \"bad.npy\": "));
  EXPECT_EQ(error(with("sequences", std::int64_t{500})),
            "sequences = 500: text.txt has only 200 sequences of 5 tokens, use at most that many, or 0 for all");
  EXPECT_EQ(error(with("tensor", std::string("wte"))),
            "tensor = wte: only a .safetensors file has named tensors, but embedding = random; leave tensor out");
  save_table(vocabulary() - 1, 16);
  EXPECT_TRUE(error(with("embedding", folder_.file("e.npy")))
                  .starts_with("embedding = \"e.npy\": has " + std::to_string(vocabulary() - 1) + " rows, fewer than"));
  save_table(vocabulary(), 24);
  EXPECT_EQ(error(with("embedding", folder_.file("e.npy"))), "dim = 16: e.npy has 24 columns, set dim = 24");
  save("text.txt", "ab\xff");
  EXPECT_EQ(error(config_), "text = \"text.txt\": byte 3 is not UTF-8, convert the text to UTF-8");
  save("text.txt", "abcd");
  EXPECT_EQ(error(config_), "length = 5: text.txt has only 4 tokens, take a longer text");
}

// E3: published bars 699 and 175.
TEST(TextFitReference, ShuffledMobyDickContradictsItselfFourTimesAsOften) {
  ICSWEEP_NEEDS_REFERENCE("data/moby_dick.txt");
  Config config = default_config(task().schema());
  config.set("text", test::reference_file("data/moby_dick.txt").string());
  config.set("merges", test::reference_file("data/gpt2_merges.txt").string());
  config.set("vocabulary", test::reference_file("data/gpt2_vocab.json").string());
  config.set("dim", std::int64_t{64});
  for (const std::int64_t seed : {0, 1, 2}) {
    config.set("seed", seed);
    const Recorder r = run(config);
    EXPECT_EQ(r.scalar("sequences_used"), 10000);
    EXPECT_EQ(r.scalar("tokens"), 326996);
    EXPECT_GE(r.scalar("ratio"), 3.5);
    EXPECT_LE(r.scalar("ratio"), 4.4);
    EXPECT_EQ(r.scalar("original_count"), r.scalar("original_inconsistent"));
    EXPECT_EQ(r.scalar("shuffled_count"), r.scalar("shuffled_inconsistent"));
    const auto &edges = r.results().at("log10_mse"), &original = r.results().at("original_histogram"),
               &shuffled = r.results().at("shuffled_histogram");
    for (std::size_t bin = 0; bin < edges.size(); ++bin) {
      const bool is_near_the_threshold = edges[bin] > -26 && edges[bin] < -6;
      if (is_near_the_threshold) {
        EXPECT_EQ(original[bin] + shuffled[bin], 0) << edges[bin];
      }
    }
  }
}

}  // namespace
}  // namespace icsweep::text_fit_test
