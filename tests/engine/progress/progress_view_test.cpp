#include <gtest/gtest.h>

#include "engine/progress/progress_view.hpp"

namespace icsweep::progress_view_test {
namespace {

using Lines = std::vector<std::string>;

/// A terminal of unbounded height that interprets the output of BlockPainter. Text beyond the last column overwrites
/// that column.
class Terminal {
 public:
  explicit Terminal(int columns) : columns_(std::size_t(columns)) {}

  void write(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\x1b') i = escape(text, i + 2);
      else if (text[i] == '\r') x_ = 0;
      else if (text[i] == '\n') x_ = 0, ++y_, rows_.resize(std::max(rows_.size(), y_ + 1));
      else put(text[i]);
    }
  }
  /// Makes the terminal narrower. Whole lines are wrapped, as on most terminals, and the cursor stays after the text.
  void narrow(int columns) {
    columns_ = std::size_t(columns);
    Lines wrapped;
    for (std::size_t y = 0; y < y_; ++y)
      for (std::size_t from = 0; from == 0 || from < rows_[y].size(); from += columns_)
        wrapped.push_back(rows_[y].substr(from, columns_));
    y_ = wrapped.size();
    wrapped.push_back("");
    rows_ = wrapped;
  }
  Lines lines() const { return {rows_.begin(), rows_.begin() + long(y_)}; }
  bool clear_below() const { return x_ == 0 && rows_.size() == y_ + 1 && rows_[y_].empty(); }

 private:
  std::size_t escape(const std::string& text, std::size_t i) {
    std::size_t end = text.find_first_not_of("?0123456789", i);
    const std::string number = text.substr(i, end - i);
    if (text[end] == 'A') y_ -= std::stoul(number);
    else if (text[end] == 'J') rows_.resize(y_ + 1), rows_[y_].resize(x_);
    else EXPECT_TRUE(text[end] == 'm' || number == "?7") << "unknown sequence " << number << text[end];
    return end;
  }
  void put(char c) {
    auto& row = rows_[y_];
    row.resize(std::max(row.size(), x_ + 1), ' ');
    row[x_] = c;
    x_ = std::min(x_ + 1, columns_ - 1);
  }
  std::size_t columns_, x_ = 0, y_ = 0;
  Lines rows_{""};
};

TEST(BlockPainter, EachBlockTakesThePlaceOfTheOneBefore) {
  Terminal terminal(20);
  BlockPainter painter;
  terminal.write("before\n");
  for (const auto& block : {Lines{"one", "two"}, Lines{"a", "b", "c", "d"}, Lines{"short"}}) {
    terminal.write(painter.paint(block, 20));
    Lines expected{"before"};
    expected.insert(expected.end(), block.begin(), block.end());
    EXPECT_EQ(terminal.lines(), expected);
    EXPECT_TRUE(terminal.clear_below());
  }
}

TEST(BlockPainter, WhatWasTypedBelowIsCleared) {
  Terminal terminal(20);
  BlockPainter painter;
  terminal.write(painter.paint({"one"}, 20));
  terminal.write("^C");
  terminal.write(painter.paint({"two"}, 20));
  EXPECT_EQ(terminal.lines(), Lines{"two"});
  EXPECT_TRUE(terminal.clear_below());
}

TEST(BlockPainter, LinesThatANarrowerTerminalWrappedAreReplacedToo) {
  Terminal terminal(20);
  BlockPainter painter;
  terminal.write("before\n");
  terminal.write(painter.paint({"\x1b[32m12345678901234567890\x1b[0m", "", "1234567"}, 20));
  terminal.narrow(7);
  terminal.write(painter.paint({"new"}, 7));
  EXPECT_EQ(terminal.lines(), (Lines{"before", "new"}));
}

}  // namespace
}  // namespace icsweep::progress_view_test
