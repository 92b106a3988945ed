#include "models/kernels/fma_peak.hpp"

#include "models/kernels/tiles/linear_tiles.hpp"

namespace icsweep {

namespace {

using Vector = Eigen::Array<float, detail::vector_bytes / int(sizeof(float)), 1>;

// Number of chains: enough to hide the latency (4 to 5 cycles at 2 per cycle), few enough to stay in registers with
// both operands. They are separate variables: GCC keeps an array in memory if a loop of this length indexes it.
template <std::size_t... chain>
float multiply_add_chains(long rounds, float start, std::index_sequence<chain...>) {
  const Vector factor = Vector::Constant(0.999f), term = Vector::Constant(1e-3f);
  const auto run = [&](auto... sum) {
    for (long r = 0; r < rounds; ++r) ((sum = sum * factor + term), ...);
    return (sum + ...).eval().sum();
  };
  return run(Vector(Vector::Constant(start + float(chain)))...);
}

}  // namespace

double fma_peak_loop(long rounds, float* sink) {
  constexpr int chains = detail::vector_registers >= 32 ? 20 : 12;
  *sink = multiply_add_chains(rounds, *sink, std::make_index_sequence<chains>());
  return 2.0 * double(Vector::SizeAtCompileTime) * chains * double(rounds);
}

double fma_loaded_loop(long rounds, float* sink) {
  using namespace detail;
  constexpr int N = trained_lanes, terms = 64, rows = linear_rows<N>, columns = linear_columns<N>, piece = 0;
  alignas(64) static thread_local float in[rows * terms * N], weights[terms * columns], out[rows * columns * N];
  std::fill_n(in, rows * terms * N, *sink);
  std::fill_n(weights, terms * columns, 1.0f / terms);
  const auto tokens = as_lanes<float, N>(static_cast<const float*>(in), piece);
  for (long r = 0; r < rounds; ++r) {
    product_tile<rows, columns, Start::zero, Lane<float, N>>(tokens, terms, weights, 1, columns, terms,
                                                             static_cast<const float*>(nullptr), tokens,
                                                             as_lanes<float, N>(out, piece), columns);
    in[0] = out[0];
  }
  *sink = out[0];
  return 2.0 * piece_size<float, N> * rows * columns * terms * double(rounds);
}

}  // namespace icsweep
