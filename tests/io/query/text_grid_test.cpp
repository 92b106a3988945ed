#include "io/query/text_grid.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace icsweep {
namespace {

std::string printed(const TextGrid& grid, std::size_t columns) {
  std::ostringstream out;
  grid.print(out, columns, "> ");
  return out.str();
}

TextGrid example() {
  TextGrid grid(3);
  for (const char* name : {"name", "n", "long heading"}) grid.add(name);
  grid.add("é", true);
  grid.add("10");
  grid.add("");
  return grid;
}

TEST(TextGrid, AlignsNumbersRightAndTextsLeftByCharacters) {
  EXPECT_EQ(printed(example(), 3), "> name   n  long heading\n> é     10\n");
}

TEST(TextGrid, ShowsAsManyColumnsAsFit) {
  EXPECT_EQ(example().fitting(22), 3u);
  EXPECT_EQ(example().fitting(21), 2u);
  EXPECT_EQ(example().fitting(3), 0u);
  EXPECT_EQ(printed(example(), 2), "> name   n\n> é     10\n");
}

TEST(TextGrid, PutsColumnsThatDoNotFitIntoBlocksBelow) {
  const auto within = [](int width) {
    std::ostringstream out;
    example().print_within(out, width);
    return out.str();
  };
  EXPECT_EQ(within(0), "name   n  long heading\né     10\n");
  EXPECT_EQ(within(22), within(0));
  EXPECT_EQ(within(18), "name   n\né     10\n\nname  long heading\né\n");
  EXPECT_EQ(within(3), "name\né\n\nname   n\né     10\n\nname  long heading\né\n") << "each block has some column";
}

TEST(TextGrid, ControlCharactersKeepToTheirLine) {
  TextGrid grid(1);
  grid.add("a\nb\tc\x1b[1m", true);
  grid.add("\u009b31mred\x80");  // a terminal may read one character as ESC [
  EXPECT_EQ(printed(grid, 1), "> a\\nb\\tc?[1m\n> ?31mred?\n");
}

TEST(TextGrid, KeepsItsColumnsWhenItsCellsAreTakenAway) {
  TextGrid grid(2);
  grid.add("a long name", true);
  grid.add("n");
  EXPECT_EQ(grid.size(), 12u);
  grid.clear();
  grid.add("b", true);
  grid.add("7");
  EXPECT_EQ(printed(grid, 2), "> b            7\n");
}

}  // namespace
}  // namespace icsweep
