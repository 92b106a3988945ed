#include "io/store/parameter_cell.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

const std::vector<std::pair<Value, ValueType>> known{
    {std::int64_t{3}, ValueType::integer}, {0.5, ValueType::real},
    {std::string(), ValueType::text},      {true, ValueType::boolean},
    {false, ValueType::boolean},           {Composite{"[1]"}, ValueType::composite}};

TEST(ParameterCell, ReadsBackAsTheValue) {
  for (const auto& [value, type] : known) {
    const Cell cell = parameter_cell(value, type);
    EXPECT_EQ(ValueType(cell.index()), kind_of(type));
    EXPECT_EQ(parameter_value(cell, type, true), value) << to_text(value);
    EXPECT_EQ(parameter_value(cell, type, false), value) << to_text(value);
  }
}

TEST(ParameterCell, TellsNoneFromAbsentInEveryKind) {
  for (const ValueType type : {ValueType::integer, ValueType::real, ValueType::boolean, ValueType::composite}) {
    EXPECT_EQ(parameter_value(parameter_cell(None{}, type), type, true), Value(None{}));
    EXPECT_EQ(parameter_value(parameter_cell(Absent{}, type), type, true), Value(Absent{}));
  }
  EXPECT_EQ(parameter_value(parameter_cell(Absent{}, ValueType::text), ValueType::text, true), Value(Absent{}));
  EXPECT_EQ(parameter_value(Cell(std::string("null")), ValueType::text, true), Value(std::string("null"))) << "a text";
}

TEST(ParameterCell, MarksAreValuesOfParametersThatAreNeverMissing) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(parameter_value(Cell(least), ValueType::integer, false), Value(least));
  EXPECT_TRUE(std::isnan(std::get<double>(parameter_value(Cell(std::nan("")), ValueType::real, false))));
}

TEST(ExpectNoMark, RefusesWhatItsCellCouldNotTellFromAMissingValue) {
  const Parameter count{"n", std::int64_t{0}}, name{"s", std::string()};
  EXPECT_THROW(expect_no_mark(count, std::numeric_limits<std::int64_t>::min()), Error);
  EXPECT_THROW(expect_no_mark(name, std::string(absent_text)), Error);
  EXPECT_NO_THROW(expect_no_mark(count, std::int64_t{0}));
  EXPECT_NO_THROW(expect_no_mark(name, std::string()));
  EXPECT_NO_THROW(expect_no_mark(count, Absent{}));
}

}  // namespace
}  // namespace icsweep
