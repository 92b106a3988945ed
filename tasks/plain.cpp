// E6 and E7, "plain": one attention layer of several heads on plain tokens [autoregressive-icl §6, Fig 7 and 8].
//
// Data: s_{t+1} = W s_t, s_1 = start·1_d; a token is s_t repeated `copies` times. Model: one layer without residual, LN
// on its output, linear read-out: y_t = R LN(Σ_h W_O^h Σ_{t'≤t} P_tt' s^h_tt' W_V^h e_t' + b) + c with linear scores
// s^h/√D and P the softmax of the scores of learnt positions. Heads are as wide as the token. The query is the last
// token, as in the paper's experiments, or the one before it, as in its eq 6: then e_0 = 0, and P keeps the row of the
// last position.

#include "tasks/autoregressive/head_gram.hpp"
#include "tasks/training/sequence_training.hpp"
#include "tasks/training/stability.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/training/zero_predictor.hpp"

namespace icsweep {
namespace plain {
namespace {

SequenceTraining settings(const Config& c) {
  const int dim = contexts_of(c).real_dim(), copies = c.small_integer("copies");
  TransformerShape shape{c.small_integer("length"), copies * dim, dim, 1, dim};
  shape.copies = copies;
  shape.heads = c.small_integer("heads");
  shape.attention = Attention::positional;
  shape.projections = c.text("projections") == "separate" ? Projections::separate : Projections::shared;
  shape.residual = Residual::none;
  shape.query = c.text("query") == "previous" ? Query::previous : Query::last;
  shape.output_map = c.text("output") == "shared" ? OutputMap::shared : OutputMap::per_head;
  return {c, shape};
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> all{
      integer("heads", 1).between(1, 1000).says("attention heads, each as wide as the token"),
      integer("copies", 1).between(1, 100).says("copies of s_t in a token"),
      choice("projections", "shared", {"shared", "separate"}).says("whether positions share tokens' projections"),
      choice("initial_heads", "independent", {"independent", "equal"})
          .says("first weights; equal ones but for head_noise"),
      real("head_noise", 0.05).between(0, 1e3).says("standard deviation between equal heads"),
  };
  for (auto& p : sequence_parameters(10, 200, 1e-2)) all.push_back(std::move(p));
  const std::vector<Parameter> later{
      choice("query", "last", {"last", "previous"}).says("whose query predicts: e_T or e_{T-1} (eq 6)").added(),
      choice("output", "per_head", {"per_head", "shared"}).says("W_O of each head (eq 1) or one for all").added(),
  };
  all.insert(all.end(), later.begin(), later.end());
  add_optimiser_parameters(all);
  return all;
}

std::vector<Output> outputs() {
  const auto width = [](const Config& c) { return std::int64_t(settings(c).shape.width); };
  const Dimension row{"row", width}, column{"column", width};
  std::vector<Output> all = sequence_outputs();
  const std::vector<Output> heads{
      {"head_gram_ratio", "norm of head_gram off its diagonal / on it", {}},
      {"initial_head_gram_ratio", "the same before training", {}},
      {"head_gram", "sum over heads of B^T B with B = W_O W_V", {row, column}},
      {"initial_head_gram", "the same before training", {row, column}},
  };
  const std::vector<Output> later{
      Output{"head_isotropy", "folded head_gram's distance from isotropic", {}}.added(),
      Output{"initial_head_isotropy", "the same before training", {}}.added(),
  };
  all.insert(all.end(), heads.begin(), heads.end());
  all.insert(all.end(), later.begin(), later.end());
  add_trained_outputs(all, epoch_dimension());
  return all;
}

/// Initial weights. With equal heads, every head starts as the first one, with head_noise·N(0, 1) added to each weight
/// and bias.
std::vector<double> initial_weights(const Config& c, const SequenceTraining& s) {
  std::vector<double> theta = s.first_weights();
  if (c.text("initial_heads") == "independent") return theta;
  const int size = s.shape.head_parameters();
  const std::vector<double> first(theta.begin(), theta.begin() + size);
  for (int h = 0; h < s.shape.heads; ++h) {
    RandomStream random(s.epochs.seed, Purpose::head_noise, std::uint64_t(h));
    for (int i = 0; i < size; ++i) theta[h * size + i] = first[i] + c.real("head_noise") * random.normal();
  }
  return theta;
}

/// Direction of s_1 in real coordinates; its imaginary part, if any, is 0.
Eigen::VectorXd start_direction(const ContextDistribution& contexts) {
  Eigen::VectorXd start = Eigen::VectorXd::Zero(contexts.real_dim());
  start.head(contexts.dim).setOnes();
  return start;
}

void put_gram(const std::string& prefix, const SequenceTraining& s, const std::vector<double>& theta,
              Context& context) {
  const GramMatrix gram = head_gram(s.shape, theta);
  context.put(prefix + "head_gram_ratio", off_diagonal_ratio(gram));
  if (!s.source)
    context.put(prefix + "head_isotropy", isotropy_distance(folded(gram, s.shape.copies), start_direction(s.contexts)));
  context.put(prefix + "head_gram", std::vector<double>(gram.data(), gram.data() + gram.size()));
}

class PlainTask : public SequenceTask {
 public:
  const Schema& schema() const override {
    static const Schema schema{"plain", 3, parameters(), outputs()};
    return schema;
  }
  std::string summary() const override { return "one attention layer with learnt positions, 1 to 64 heads"; }
  std::vector<Values> examples() const override {
    return {values("heads", 2, "initial_heads", "equal", "dim", 2, "length", 6, "sequences", 100, "test_sequences", 20,
                   "epochs", 4, "batch", 40)};
  }
  void validate(const Config& config) const override { validate_training(config, settings(config)); }
  Cost cost(const Config& config) const override { return training_cost(settings(config)); }
  std::vector<WeightArray> weights(const Config& config) const override {
    return weight_arrays(parameter_views(settings(config).shape));
  }

  std::string flop_formula() const override {
    return "FLOP/seq of plain: products of forward and backward, 2 per multiply-add.\n"
           "T tokens, width D = copies*d, K = d + 1: a head takes T(4K^2 + 6DK) and 8K\n"
           "for each of the T(T + 1)/2 pairs, the read-out 6Td(D + 1). Norm, positions,\n"
           "loss and Adam are not counted.";
  }

  ExampleShape example_shape(const Config& config) const override { return settings(config).example_shape(); }
  std::vector<std::string> own_outputs() const override {
    std::vector<std::string> all = floor_outputs();
    for (const char* name : {"head_isotropy", "initial_head_isotropy"}) all.emplace_back(name);  // about s_1 = 1_d
    return all;
  }

  void run_on(ExampleSource* source, const Config& config, Context& context) const override {
    SequenceTraining s = settings(config);
    s.source = source;
    const auto initial = initial_weights(config, s);
    put_gram("initial_", s, initial, context);
    put_gram("", s, train_and_test(s, initial, context).parameters, context);
  }

  double gradient_error_on(ExampleSource* source, const Config& config) const override {
    SequenceTraining s = settings(config);
    s.source = source;
    return single_precision_error(s, initial_weights(config, s));
  }
};

}  // namespace
}  // namespace plain

const Task& plain_task() {
  static const plain::PlainTask task;
  return task;
}

}  // namespace icsweep
