// E3, "text_fit": do autoregressive processes fit text? [autoregressive-icl §6, Fig 4]
//
// The tokens of a text are cut into sequences of T tokens. Each is fitted by its own W and scored by the roll-out's
// error. The same is done after one random permutation of all tokens of the chosen sequences. A sequence counts if its
// error is above the threshold. With generic embeddings this happens exactly if it contradicts itself (roll_out.hpp).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tasks/random.hpp"
#include "tasks/task.hpp"
#include "tasks/text/roll_out.hpp"
#include "tasks/text/tokenized_text.hpp"

namespace icsweep {
namespace text_fit {
namespace {

// Bins of log10(MSE); errors beyond them count in the first or the last bin.
constexpr int bins = 800;
constexpr double first_bin = -36, bin_width = 0.05;
constexpr int block = 64;  // sequences between two ticks

/// Calls `read` and returns its value. If an Error begins with the file's path, puts the parameter that names the file
/// before it.
template <class Read>
auto naming_parameters(const Config& c, Read read) {
  try {
    return read();
  } catch (const Error& e) {
    const std::string what = e.what();
    for (const char* name : {"text", "merges", "vocabulary", "embedding"})
      if (const std::string& path = c.text(name); what.starts_with(path + ":"))
        throw Error(e.kind(), fmt::format("{} = \"{}\"{}", name, path, what.substr(path.size())));
    throw;
  }
}

struct Settings {
  explicit Settings(const Config& c)
      : text(naming_parameters(c,
                               [&] { return tokenized_text(c.text("text"), c.text("merges"), c.text("vocabulary")); })),
        path(c.text("text")),
        length(c.small_integer("length")),
        dim(c.small_integer("dim")),
        sequences(c.integer("sequences") == 0 ? available() : c.integer("sequences")),
        seed(c.integer("seed")),
        threshold(c.real("threshold")) {}

  std::int64_t available() const { return std::int64_t(text->tokens.size()) / length; }
  /// Tokens of the chosen sequences, in their order. Throws Error(config) if the text is too short: it may have changed
  /// since its validation.
  std::vector<int> tokens() const;

  std::shared_ptr<const TokenizedText> text;
  std::string path;
  int length, dim;
  std::int64_t sequences, seed;
  double threshold;
};

std::vector<int> Settings::tokens() const {
  if (available() == 0)
    throw Error(ErrorKind::config, fmt::format("length = {}: {} has only {} tokens, take a longer text", length, path,
                                               text->tokens.size()));
  if (sequences > available())
    throw Error(
        ErrorKind::config,
        fmt::format("sequences = {}: {} has only {} sequences of {} tokens, use at most that many, or 0 for all",
                    sequences, path, available(), length));
  return {text->tokens.begin(), text->tokens.begin() + sequences * length};
}

Schema make_schema() {
  const Dimension bin{"bin", [](const Config&) { return std::int64_t{bins}; }};
  return {
      "text_fit",
      1,
      {
          text("text", "moby_dick.txt").says("text file, UTF-8"),
          text("merges", "gpt2_merges.txt").says("the tokenizer's merges (vocab.bpe)"),
          text("vocabulary", "gpt2_vocab.json").says("the tokenizer's ids (encoder.json)"),
          text("embedding", "random").says("random, or a .npy or .safetensors file"),
          text("tensor", "").says("in a .safetensors; empty: its only matrix"),
          integer("dim", 1280).between(1, 1e5).says("dimension d of the embeddings"),
          integer("length", 5).between(2, 1000).says("tokens T of a sequence"),
          integer("sequences", 10000).between(0, 1e9).says("sequences from the text's beginning; 0: all"),
          real("threshold", 1e-12).between(0, 1).says("sequences with a greater MSE count"),
          seed("seed of permutation and random embeddings"),
      },
      {
          {"tokens", "tokens of the whole text", {}},
          {"tokens_checksum", "FNV-1a of the sequences' token ids, 32 bits", {}},
          {"sequences_used", "sequences fitted, and number shuffled", {}},
          {"original_count", "sequences with MSE above the threshold", {}},
          {"shuffled_count", "the same of the shuffled text", {}},
          {"ratio", "shuffled_count / original_count", {}},
          {"original_inconsistent", "sequences that contradict themselves", {}},
          {"shuffled_inconsistent", "the same of the shuffled text", {}},
          {"log10_mse", "lower edge of each bin", {bin}},
          {"original_histogram", "sequences by log10 of their MSE", {bin}},
          {"shuffled_histogram", "the same of the shuffled text", {bin}},
      },
  };
}

/// Numbers the tokens in use from 0; `ids` holds the token of each number.
struct Numbered {
  std::vector<int> tokens, ids;
};

Numbered numbered(std::vector<int> tokens) {
  std::vector<int> ids = tokens;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (int& t : tokens) t = int(std::lower_bound(ids.begin(), ids.end(), t) - ids.begin());
  return {std::move(tokens), std::move(ids)};
}

std::uint32_t checksum(std::span<const int> ids) {
  std::uint32_t hash = 2166136261;
  for (const int id : ids)
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (std::uint32_t(id) >> shift & 255)) * 16777619;
  return hash;
}

/// Throws unless the file holds a matrix with one row per token of the tokenizer and `dim` columns.
void check_table(const ArrayFile& table, const std::string& path, const Config& config, const Settings& s) {
  const auto& shape = table.shape();
  if (shape.size() != 2)
    throw Error(ErrorKind::config,
                fmt::format("{}: has {} axes, use a matrix with one row per token", path, shape.size()));
  if (shape[0] < s.text->vocabulary_size)
    throw Error(ErrorKind::config, fmt::format("{}: has {} rows, fewer than the {} tokens of {}; take the embedding "
                                               "that belongs to the tokenizer",
                                               path, shape[0], s.text->vocabulary_size, config.text("vocabulary")));
  if (shape[1] != s.dim)
    throw Error(ErrorKind::config,
                fmt::format("dim = {}: {} has {} columns, set dim = {}", s.dim, path, shape[1], shape[1]));
}

Embeddings make_embeddings(const Config& config, const Settings& s, std::span<const int> ids, const Poll& poll = {}) {
  const std::string& path = config.text("embedding");
  if (path == "random") return random_embeddings(ids, s.dim, s.seed, poll);
  return naming_parameters(config, [&] {
    const ArrayFile table(path, config.text("tensor"));
    check_table(table, path, config, s);
    return load_embeddings(ids, table, path, poll);
  });
}

int bin_of(double mse) {
  const double bin = std::floor((std::log10(mse) - first_bin) / bin_width);
  return std::isnan(bin) ? bins - 1 : int(std::clamp(bin, 0.0, bins - 1.0));
}

struct Fit {
  double count = 0, inconsistent = 0;
  std::vector<double> histogram = std::vector<double>(bins, 0.0);
  std::int64_t sequences = 0;

  void state(Archive& archive) { archive(count, inconsistent, histogram, sequences); }
};

Fit fit(const Settings& s, const Embeddings& embeddings, std::span<const int> tokens, Progress& progress,
        Context& context) {
  Fit result;
  const auto loop = [&] {
    while (result.sequences < s.sequences) {
      const std::size_t first = std::size_t(result.sequences++) * std::size_t(s.length);
      const auto sequence = tokens.subspan(first, std::size_t(s.length));
      const double mse = roll_out_mse(embeddings, sequence);
      result.count += !(mse <= s.threshold);  // an overflow counts too
      result.inconsistent += contradicts_itself(sequence);
      ++result.histogram[std::size_t(bin_of(mse))];
      ++progress.sequences;
      progress.loss = mse;
      if (result.sequences % block != 0 && result.sequences != s.sequences) continue;
      ++progress.step;
      context.tick(progress);
    }
  };
  context.resumable([&](Archive& archive) { archive(result, progress); }, loop);
  return result;
}

class TextFitTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema = make_schema();
    return schema;
  }
  std::string summary() const override { return "do autoregressive processes fit text or shuffled text?"; }
  std::vector<Values> examples() const override { return {values("dim", 16, "sequences", 0)}; }

  /// Reads every file, so that a missing file is reported now and not later.
  void validate(const Config& config) const override {
    const Settings s(config);
    const std::string &embedding = config.text("embedding"), &tensor = config.text("tensor");
    if (!tensor.empty() && !embedding.ends_with(".safetensors"))
      throw Error(ErrorKind::config,
                  fmt::format("tensor = {}: only a .safetensors file has named tensors, but embedding = "
                              "{}; leave tensor out",
                              tensor, embedding));
    const auto tokens = s.tokens();
    if (embedding != "random") make_embeddings(config, s, numbered(tokens).ids);
  }

  Cost cost(const Config& config) const override {
    const Settings s(config);
    const double T = s.length, d = s.dim, sequences = 2.0 * double(s.sequences);
    const double used = double(numbered(s.tokens()).ids.size());
    return {sequences * (2 * d * T * T + 20 * T * T * T), sequences, 8 * d * (used + 2 * T) + 50e6};
  }

  std::string flop_formula() const override {
    return "FLOP/seq of text_fit: 2dT^2 to bring T vectors of d to coordinates in their\n"
           "span (Householder), and about 20T^3 for least squares and roll-out there.";
  }

  void run(const Config& config, Context& context) const override {
    const Settings s(config);
    Numbered text = numbered(s.tokens());
    const Embeddings embeddings = make_embeddings(config, s, text.ids, [&] { context.poll(); });
    const long blocks = long((s.sequences + block - 1) / block);
    Progress progress{0, 2 * blocks, 0, 0};
    context.tick(progress);
    const Fit original = fit(s, embeddings, text.tokens, progress, context);
    RandomStream random(s.seed, Purpose::shuffle, 0);
    shuffle(text.tokens, random);
    const Fit shuffled = fit(s, embeddings, text.tokens, progress, context);
    put(s, original, shuffled, context);
  }

 private:
  static void put(const Settings& s, const Fit& original, const Fit& shuffled, Context& context) {
    context.put("tokens", double(s.text->tokens.size()));
    context.put("tokens_checksum", checksum(s.tokens()));
    context.put("sequences_used", double(s.sequences));
    context.put("original_count", original.count);
    context.put("shuffled_count", shuffled.count);
    context.put("ratio", original.count > 0 ? shuffled.count / original.count : std::nan(""));
    context.put("original_inconsistent", original.inconsistent);
    context.put("shuffled_inconsistent", shuffled.inconsistent);
    std::vector<double> edges(bins);
    for (int i = 0; i < bins; ++i) edges[std::size_t(i)] = first_bin + i * bin_width;
    context.put("log10_mse", std::move(edges));
    context.put("original_histogram", original.histogram);
    context.put("shuffled_histogram", shuffled.histogram);
  }
};

}  // namespace
}  // namespace text_fit

const Task& text_fit_task() {
  static const text_fit::TextFitTask task;
  return task;
}

}  // namespace icsweep
