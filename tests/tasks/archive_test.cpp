#include "tasks/archive.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <limits>

namespace icsweep {
namespace {

struct Point {
  double x;
  int n;
};

/// A variable that lists its own parts, as loops do.
class Loop {
 public:
  Loop(long step, std::vector<float> theta) : step(step), theta(std::move(theta)) {}
  void state(Archive& archive) { archive(step, theta); }
  long step;
  std::vector<float> theta;
};

template <class... Values>
std::string saved(Values... values) {
  std::string bytes;
  Archive archive(&bytes);
  archive(values...);
  return bytes;
}

/// Restores and expects that no bytes are left.
template <class... Values>
void restore(std::string_view bytes, Values&... values) {
  Archive archive(bytes);
  archive(values...);
  archive.expect_end();
}

TEST(Archive, PlainValuesComeBackWithEveryBit) {
  const double nan = std::bit_cast<double>(0x7ff8'0000'dead'beefull);
  const std::string bytes = saved(true, std::int64_t{-5}, nan, -0.0f, Point{0.1, 7});
  bool flag = false;
  std::int64_t n = 0;
  double real = 0;
  float zero = 1;
  Point point{};
  restore(bytes, flag, n, real, zero, point);
  EXPECT_TRUE(flag);
  EXPECT_EQ(n, -5);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(real), 0x7ff8'0000'dead'beefull);
  EXPECT_TRUE(zero == 0 && std::signbit(zero));
  EXPECT_EQ(point.x, 0.1);
  EXPECT_EQ(point.n, 7);
}

TEST(Archive, SequencesGetTheSizeThatWasSaved) {
  const std::vector<double> three{1, 2, 3}, none;
  const std::vector<std::vector<int>> nested{{1}, {}, {2, 3}};
  const std::vector<std::string> texts{"", std::string("a\0b", 3)};
  const std::string bytes = saved(three, none, std::string("text"), nested, texts);
  std::vector<double> shorter{9}, longer(7, 9.0);
  std::string text = "something else";
  std::vector<std::vector<int>> lists(5, {4, 4});
  std::vector<std::string> words{"x"};
  restore(bytes, shorter, longer, text, lists, words);
  EXPECT_EQ(shorter, three);
  EXPECT_TRUE(longer.empty());
  EXPECT_EQ(text, "text");
  EXPECT_EQ(lists, nested);
  EXPECT_EQ(words, texts);
}

TEST(Archive, MapsComeBack) {
  const std::map<std::string, std::vector<double>> results{{"mse", {0.5}}, {"curve", {1, 2}}, {"none", {}}};
  std::map<std::string, std::vector<double>> read;
  restore(saved(results), read);
  EXPECT_EQ(read, results);
}

TEST(Archive, ClassesListTheirOwn) {
  Loop read(0, {});
  restore(saved(Loop(3, {1, 2})), read);
  EXPECT_EQ(read.step, 3);
  EXPECT_EQ(read.theta, (std::vector<float>{1, 2}));
}

TEST(Archive, MatricesComeBackAndMustHaveTheirShape) {
  Eigen::MatrixXd m(2, 3), same(2, 3), turned(3, 2), larger(2, 4);
  m << 1, 2, 3, 4, 5, 6;
  const std::string bytes = saved(m);
  restore(bytes, same);
  EXPECT_EQ(same, m);
  EXPECT_THROW(restore(bytes, turned), StaleState);
  EXPECT_THROW(restore(bytes, larger), StaleState);
}

TEST(Archive, AValueOfAnotherSizeIsRefused) {
  const std::string bytes = saved(1.0f);
  double wider = 0;
  char narrower = 0;
  EXPECT_THROW(restore(bytes, wider), StaleState);
  EXPECT_THROW(restore(bytes, narrower), StaleState);
  std::vector<double> values;
  EXPECT_THROW(restore(saved(std::string("seven b")), values), StaleState) << "7 bytes are no doubles";
}

TEST(Archive, MoreOrLessThanWasSavedIsRefused) {
  const std::string bytes = saved(1, 2);
  int a = 0, b = 0, c = 0;
  EXPECT_THROW(restore(bytes, a), StaleState);
  EXPECT_THROW(restore(bytes, a, b, c), StaleState);
  EXPECT_NO_THROW(restore(bytes, a, b));
}

TEST(Archive, ACutAnywhereIsRefused) {
  const std::map<std::string, std::vector<double>> results{{"mse", {0.5}}, {"curve", {1, 2}}};
  const std::string bytes = saved(7, std::vector<float>{1, 2}, results, std::string("text"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    int n = 0;
    std::vector<float> theta;
    std::map<std::string, std::vector<double>> read;
    std::string text;
    EXPECT_THROW(restore(std::string_view(bytes).substr(0, size), n, theta, read, text), StaleState) << size;
  }
}

/// A length that exceeds the remaining bytes is refused, so no large memory is allocated for it.
TEST(Archive, ImpossibleLengthsAreRefusedAndNothingIsMadeForThem) {
  for (const std::uint64_t length :
       {std::uint64_t{17}, std::uint64_t{1} << 40, std::numeric_limits<std::uint64_t>::max(),
        std::numeric_limits<std::uint64_t>::max() / 8 + 1}) {
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
    bytes += std::string(16, '\0');
    std::vector<double> values{1};
    std::vector<std::string> texts{"a"};
    std::string text = "a";
    std::map<std::string, double> map;
    EXPECT_THROW(restore(bytes, values), StaleState);
    EXPECT_THROW(restore(bytes, texts), StaleState);
    EXPECT_THROW(restore(bytes, text), StaleState);
    EXPECT_THROW(restore(bytes, map), StaleState);
    EXPECT_EQ(values.capacity(), 1u);
    EXPECT_EQ(texts.capacity(), 1u);
    EXPECT_TRUE(map.empty());
  }
}

TEST(Archive, SavesBehindWhatStandsThereAndChangesNothingThatIsSaved) {
  std::vector<double> values{1, 2};
  std::map<std::string, int> map{{"a", 1}};
  std::string bytes = "before";
  Archive archive(&bytes);
  archive(values, map);
  EXPECT_EQ(bytes, "before" + saved(values, map));
  EXPECT_EQ(values, (std::vector<double>{1, 2}));
  EXPECT_EQ(map, (std::map<std::string, int>{{"a", 1}}));
}

TEST(Archive, TheRestIsWhatHasNotBeenRestored) {
  const std::string bytes = saved(1) + "rest";
  Archive archive(bytes);
  int n = 0;
  archive(n);
  EXPECT_EQ(archive.rest(), "rest");
}

}  // namespace
}  // namespace icsweep
