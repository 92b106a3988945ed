#include "io/store/row_block.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace icsweep {
namespace {

const Column text{"text", ValueType::text, Role::parameter, 4, {}, ""};
const Column real{"real", ValueType::real, Role::result, 0, {"position"}, ""};

TEST(ColumnCells, ShowATextUpToItsFirstZeroByte) {
  const ColumnCells cells{.column = &text, .texts = std::string("ab\0\0full\0\0\0\0a\0\0x", 16)};
  EXPECT_EQ(cells.text(0), "ab");
  EXPECT_EQ(cells.text(1), "full");
  EXPECT_EQ(cells.text(2), "");
  EXPECT_EQ(cells.text(3), "a");
  EXPECT_FALSE(cells.hides(0) || cells.hides(1) || cells.hides(2));
  EXPECT_TRUE(cells.hides(3));
  EXPECT_FALSE(cells.is_equal(0, 3));
  EXPECT_TRUE(cells.is_equal(1, 1));
}

TEST(ColumnCells, AnswerTheSameAfterALook) {
  const auto looked = [](const char* bytes, std::size_t size) {
    ColumnCells cells{.column = &text, .texts = std::string(bytes, size)};
    cells.look();
    return cells;
  };
  const ColumnCells uniform = looked("ab\0\0ab\0\0", 8), stray = looked("ab\0xab\0x", 8);
  const ColumnCells mixed = looked("ab\0\0ab\0x", 8), none = looked("", 0);
  EXPECT_TRUE(uniform.is_uniform && stray.is_uniform && none.is_uniform);
  EXPECT_FALSE(mixed.is_uniform);
  for (const std::size_t row : {0, 1}) {
    EXPECT_TRUE(uniform.is_equal(row, 1 - row));
    EXPECT_FALSE(mixed.is_equal(row, 1 - row)) << "a byte that the cell does not show differs";
    EXPECT_FALSE(uniform.hides(row));
    EXPECT_TRUE(stray.hides(row));
    EXPECT_EQ(mixed.hides(row), row == 1);
  }
}

TEST(ColumnCells, HideTheBitsOfAStrangeNan) {
  const double usual = std::numeric_limits<double>::quiet_NaN();
  const double strange = std::bit_cast<double>(std::bit_cast<std::uint64_t>(usual) | 1);
  ColumnCells cells{.column = &real, .reals = {1, 2, usual, -usual, 3, strange}, .shape = {2}, .numbers = 2};
  cells.look();
  EXPECT_FALSE(cells.hides(0));
  EXPECT_FALSE(cells.hides(1));
  EXPECT_TRUE(cells.hides(2));
  EXPECT_EQ(cells.array(1).size(), 2u);
  EXPECT_EQ(std::get<Array>(cells.cell(0)), (Array{{2}, {1, 2}}));
}

}  // namespace
}  // namespace icsweep
