// Fuzzes the state inside a checkpoint.
#include "tasks/archive.hpp"

#include <Eigen/Core>

#include "fuzz/fuzz.hpp"

using namespace icsweep;

namespace {

struct Part {
  double x = 0;
  std::string name;
  void state(Archive& archive) { archive(x, name); }
};

/// Variables of every type that a task's loop can save.
struct Everything {
  long step = 0;
  std::vector<double> curve;
  std::vector<std::string> names;
  std::vector<Part> parts;
  std::vector<std::vector<float>> rows;
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(2, 3);
  std::map<std::string, std::vector<float>> results;
  void state(Archive& archive) { archive(step, curve, names, parts, rows, matrix, results); }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto saved = [](Everything& e) {
    std::string bytes;
    Archive archive(&bytes);
    archive(e);
    return bytes;
  };
  try {
    Everything first, second;
    Archive archive(fuzz::text_of(data, size));
    archive(first);
    archive.expect_end();
    const std::string bytes = saved(first);
    Archive again{std::string_view(bytes)};
    again(second);
    fuzz::expect(saved(second) == bytes, "restored variables can be saved again as the same bytes");
  } catch (const StaleState&) {
  }
  return 0;
}
