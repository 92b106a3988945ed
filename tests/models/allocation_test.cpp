// Training steps allocate nothing. While a counter is armed, it counts every allocation of the process at malloc: every
// operator new ends there, and Eigen's matrices call it directly.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <numeric>

#include "tasks/training/weights.hpp"
#include "tests/tasks/on_lanes.hpp"
#include "tests/models/decoder_cases.hpp"
#include "tests/support/sanitizers.hpp"

namespace {

std::atomic<bool> armed = false;
std::atomic<int> allocations = 0;

void count() {
  if (armed) ++allocations;
}

}  // namespace

#if ICSWEEP_ADDRESS_SANITIZER || ICSWEEP_THREAD_SANITIZER

// These sanitizers replace malloc and all forms of operator new themselves, and report each call.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
static const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { count(); }, [](const volatile void*) {});

#else

// glibc lets a program define its own malloc; the memory is still glibc's, which frees it.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  count();
  return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) {
  count();
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
}

#endif

namespace icsweep::test {
namespace {

/// Number of allocations during f.
template <class F>
int allocations_during(F&& f) {
  allocations = 0;
  armed = true;
  f();
  armed = false;
  return allocations;
}

// Shows that the counter works: one that missed allocations would let every test pass.
TEST(Allocation, CounterSeesEveryWayToAllocate) {
  static void* volatile kept;  // so that the compiler drops no allocation
  constexpr std::align_val_t line{64};
  EXPECT_EQ(allocations_during([] { kept = ::operator new(100), ::operator delete(kept); }), 1);
  EXPECT_EQ(allocations_during([] { kept = ::operator new[](100), ::operator delete[](kept); }), 1);
  EXPECT_EQ(allocations_during([] { kept = ::operator new(100, line), ::operator delete(kept, line); }), 1);
  EXPECT_EQ(allocations_during([] { kept = ::operator new[](100, line), ::operator delete[](kept, line); }), 1);
  EXPECT_EQ(allocations_during([] { kept = ::operator new(100, std::nothrow), ::operator delete(kept); }), 1);
  EXPECT_EQ(allocations_during([] { kept = std::malloc(100), std::free(kept); }), 1);
  EXPECT_EQ(allocations_during([] { kept = std::aligned_alloc(64, 128), std::free(kept); }), 1);
  EXPECT_EQ(allocations_during([] {
              AlignedVector<float> lanes(100);
              kept = lanes.data();
            }),
            1);
}

/// A step on two full blocks and a padded one. An earlier step may allocate.
void expect_no_allocation(const TransformerShape& shape, const char* what) {
  const auto drawn = draw_sequences({ContextKind::haar, shape.outputs}, 40, shape.tokens + 1, 1.0, 1, Purpose::check);
  const std::vector<float> data(drawn.values.begin(), drawn.values.end());
  std::vector<int> batch(drawn.count);
  std::iota(batch.begin(), batch.end(), 0);
  auto trainer = trainer_on<float, 16>(shape, {}, initial_parameters(shape, 1));
  trainer.step(data, batch);
  EXPECT_EQ(allocations_during([&] { trainer.step(data, batch); }), 0) << what;
}

// At the papers' sizes. Eigen keeps blocks of a product on the stack up to 128 KiB each. Positional attention over more
// than 181 tokens, and tokens 300 wide, allocate a few times per step.
TEST(Allocation, TrainingStepAllocatesNothing) {
  const auto linear = Attention::linear, softmax = Attention::softmax, positional = Attention::positional;
  const auto shared = Projections::shared, separate = Projections::separate;
  expect_no_allocation({50, 15, 10, 3, 5}, "linear");
  expect_no_allocation({50, 15, 10, 2, 5, 1, 2, linear, shared, Residual::post_norm, 20}, "linear with an MLP");
  expect_no_allocation({50, 15, 10, 2, 5, 1, 2, softmax, shared, Residual::post_norm, 20}, "softmax with an MLP");
  expect_no_allocation({50, 20, 10, 1, 10, 2, 3, positional, shared, Residual::none, 0}, "positional, shared");
  expect_no_allocation({50, 20, 10, 2, 10, 2, 3, positional, separate, Residual::none, 0}, "positional, separate");
}

// From parameters to gradient, in a first and in a later step.
TEST(Allocation, DecoderStepAllocatesNothing) {
  auto shapes = every_decoder(9, 2);
  shapes.push_back({41, 11, 64, 2, 2, 1, Block::pre_norm, Mixing::softmax, Shift::own});
  for (const auto& shape : shapes) {
    const auto theta = random_parameters<float>(shape);
    const DecoderBatch<float, 8> block(shape);
    AlignedVector<float> gradient(theta.size());
    Decoder<float, 8> model(shape);
    for (int step = 0; step < 2; ++step)
      EXPECT_EQ(allocations_during([&] {
                  model.set_parameters(theta);
                  model.forward(block.tokens.data());
                  model.backward(block.tokens.data(), block.dpredictions.data());
                  model.reduce_gradient(gradient);
                }),
                0)
          << description(shape);
  }
}

}  // namespace
}  // namespace icsweep::test
