// Fuzzes the expressions of where, derive and --only.
#include "engine/sweep/expression.hpp"

#include <cmath>

#include "fuzz/fuzz.hpp"
#include "fuzz/toy_task.hpp"

using namespace icsweep;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::text_of(data, size));
  static const Config config = default_config(fuzz::toy_schema());
  fuzz::accepted([&] {
    Expression expression(fuzz::toy_schema(), text);
    for (const auto& name : expression.names())
      fuzz::expect(config.has(name), "an expression contains only parameters");
    const double value = expression.value(config);
    fuzz::expect(std::isfinite(value), "the value is finite");
    fuzz::expect(expression.value(config) == value, "the value is the same again");
  });
  return 0;
}
