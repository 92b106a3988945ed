// Training against PyTorch, from tests/reference/make_pytorch.py: predictions, loss, gradient and Adam of the whole
// path from sequences to parameters, none of whose code is shared with the reference.
#include "tests/models/compare.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "tasks/training.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class PyTorch : public testing::Test {
 public:
  using Real = typename Kind::Real;
  static constexpr bool single = std::is_same_v<Real, float>;
  static constexpr double tolerance = single ? 1e-5 : 1e-10;

  PyTorch()
      : reference(nlohmann::json::parse(std::ifstream(REFERENCE_DIR "/pytorch_step.json"))["training"]),
        shape{reference["tokens"], reference["width"], 2 * int(reference["dim"]), reference["depth"], reference["dim"]},
        sequences(reference["values"].template get<std::vector<Real>>()),
        batch(reference["sequences"].template get<int>()),
        trainer(shape, {.learning_rate = reference["learning_rate"]}, parameters("initial")) {
    std::iota(batch.begin(), batch.end(), 0);
  }

  /// The named values of one entry of the reference as one block.
  std::vector<double> parameters(const char* entry) const {
    std::vector<double> theta;
    for (const auto& view : parameter_views(shape)) {
      const std::vector<double> values = reference[entry].at(view.name);
      EXPECT_EQ(int(values.size()), view.count()) << view.name;
      theta.insert(theta.end(), values.begin(), values.end());
    }
    return theta;
  }

  /// Compares each named part.
  void expect_parts(std::span<const Real> actual, const char* entry) const {
    EXPECT_EQ(reference[entry].size(), parameter_views(shape).size());
    const auto expected = parameters(entry);
    for (const auto& view : parameter_views(shape)) {
      const auto part = [&](auto values) { return values.subspan(view.offset, view.count()); };
      EXPECT_LT(relative_distance(part(actual), part(std::span(expected))), tolerance) << entry << " " << view.name;
    }
  }

  nlohmann::json reference;
  TransformerShape shape;
  std::vector<Real> sequences;
  std::vector<int> batch;
  Trainer<Real, Kind::N> trainer;
};
TYPED_TEST_SUITE(PyTorch, LaneKinds);

TYPED_TEST(PyTorch, LossAndGradientAgree) {
  const double loss = this->trainer.gradient(this->sequences, this->batch), expected = this->reference["losses"][0];
  EXPECT_NEAR(loss, expected, this->tolerance * expected);
  this->expect_parts(this->trainer.gradient(), "gradient");
}

TYPED_TEST(PyTorch, ThreeStepsOfTrainingAgree) {
  for (const double expected : this->reference["losses"])
    EXPECT_NEAR(this->trainer.step(this->sequences, this->batch), expected, this->tolerance * expected);
  this->expect_parts(this->trainer.parameters(), "after_three_steps");
}

}  // namespace
}  // namespace icsweep::test
