#include "io/store/hdf5_table.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <hdf5_hl.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io/schema/json.hpp"

namespace icsweep::hdf5 {

static_assert(sizeof(Size) == sizeof(hsize_t));

namespace {

using Json = nlohmann::json;

const double missing = std::numeric_limits<double>::quiet_NaN();

/// True for `status` and `planned`, which take one byte so that a write can never be torn. Other integers take 8.
bool is_byte(const Column& c) {
  return c.role == Role::status || c.role == Role::planned;
}

Handle file_type(const Column& c) {
  if (c.kind == ValueType::text) return text_type(c.width);
  return own(H5Tcopy(c.kind == ValueType::real ? H5T_IEEE_F64LE : is_byte(c) ? H5T_STD_U8LE : H5T_STD_I64LE), "type");
}

/// True if a parameter is a seed by its name. Tables of 0.2.0 and earlier do not mark seeds.
bool repeats_by_name(const std::string& name, Role role) {
  return role == Role::parameter && name == "seed";
}

Json to_json(const Table& table) {
  Json columns = Json::array();
  for (const auto& c : table.columns) {
    columns.push_back({{"name", c.name},
                       {"kind", int(c.kind)},
                       {"role", int(c.role)},
                       {"width", c.width},
                       {"dimensions", c.dimensions},
                       {"description", c.description}});
    if (!c.default_value.empty()) columns.back()["standard"] = c.default_value;
    if (c.neutral) columns.back()["neutral"] = *c.neutral;
    if (c.repeats != repeats_by_name(c.name, c.role)) columns.back()["repeats"] = c.repeats;
    if (c.form) columns.back()["form"] = int(*c.form);
    if (c.optional) columns.back()["optional"] = true;
    if (c.nullable) columns.back()["nullable"] = true;
    if (!c.path.empty()) columns.back()["path"] = c.path;
  }
  Json json{{"columns", columns}, {"extents", table.extents}, {"rows", table.rows}};
  if (table.weights > 0) json["weights"] = table.weights;
  return json;
}

constexpr int deepest_schema = 8;  // of JSON's brackets

Error damaged_schema(const std::string& task, const std::string& why) {
  return Error(ErrorKind::store, fmt::format("table {} has a damaged schema ({})", task, why));
}

Table from_text(const std::string& task, const std::string& text) try {
  // Converting 1e300 to an int is undefined, and the conversions below do not check it.
  const auto expect_whole = [&](int, Json::parse_event_t, const Json& parsed) {
    if (parsed.is_number_float()) throw damaged_schema(task, parsed.dump() + " is not a whole number");
    return true;
  };
  if (!nests_at_most(text, deepest_schema)) throw damaged_schema(task, "its brackets nest too deep");
  const Json json = Json::parse(text, expect_whole);
  Table table{task, {}, json.at("extents"), json.at("rows"), json.value("weights", std::int64_t{0})};
  for (const auto& c : json.at("columns")) {
    table.columns.push_back({c.at("name"), ValueType(int(c.at("kind"))), Role(int(c.at("role"))), c.at("width"),
                             c.at("dimensions"), c.at("description"), c.value("standard", "")});
    Column& column = table.columns.back();
    if (c.contains("neutral")) column.neutral = c.at("neutral");
    column.repeats = c.value("repeats", repeats_by_name(column.name, column.role));
    if (c.contains("form")) column.form = ValueType(int(c.at("form")));
    column.optional = c.value("optional", false);
    column.nullable = c.value("nullable", false);
    column.path = c.value("path", "");
  }
  return table;
} catch (const Json::exception& e) {
  throw damaged_schema(task, e.what());
}

/// A dimension scale whose values start at the dimension's first index.
Handle create_scale(Id group, const std::string& name, hsize_t size) {
  const Handle space = own(H5Screate_simple(1, &size, nullptr), "space of " + name);
  Handle scale = own(H5Dcreate2(group, name.c_str(), H5T_STD_I64LE, space, H5P_DEFAULT, frozen_layout(), H5P_DEFAULT),
                     "scale " + name);
  std::vector<std::int64_t> values(size);
  std::iota(values.begin(), values.end(), first_index(name));
  check(H5Dwrite(scale, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "scale " + name);
  check(H5DSset_scale(scale, name.c_str()), "scale " + name);
  return scale;
}

/// Writes the CF convention for a byte with named values, which netCDF, xarray and people can read.
void describe_status(Id dataset, const Table& table) {
  const bool searched = std::any_of(table.columns.begin(), table.columns.end(), is_search_column);
  std::vector<unsigned char> values(searched ? std::size_t(outcome_count) : std::size_t(Outcome::pruned));
  std::iota(values.begin(), values.end(), static_cast<unsigned char>(0));
  std::vector<std::string_view> names;
  names.reserve(values.size());
  for (const auto v : values) names.push_back(name_of(Outcome(v)));
  const hsize_t size = values.size();
  const Handle space = own(H5Screate_simple(1, &size, nullptr), "flag space");
  const Handle attribute =
      own(H5Acreate2(dataset, "flag_values", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT), "flag_values");
  check(H5Awrite(attribute, H5T_NATIVE_UCHAR, values.data()), "flag_values");
  write_text_attribute(dataset, "flag_meanings", fmt::format("{}", fmt::join(names, " ")));
}

std::vector<Size> row_extents(const Table& table, const Column& column) {
  std::vector<Size> extents;
  for (const auto& d : column.dimensions) extents.push_back(hsize_t(table.extents.at(d)));
  return extents;
}

/// True if copy_rows() of the table `from` writes every cell of a column.
bool is_copied_whole(const Table& table, const Column& column, const Table& from) {
  const Column* old = from.find(column.name);
  return old && !is_weights_index(column) && row_extents(table, column) == row_extents(from, *old);
}

}  // namespace

void create_table(Id file, const Table& table, const Table* copied) {
  const Handle group =
      own(H5Gcreate2(file, table.task.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "table " + table.task);
  write_text_attribute(group, "schema", to_json(table).dump());
  std::map<std::string, Handle> scales;
  scales.emplace("experiment", create_scale(group, "experiment", hsize_t(table.rows)));
  for (const auto& [name, size] : table.extents) scales.emplace(name, create_scale(group, name, hsize_t(size)));
  for (const auto& c : table.columns) {
    std::vector<Size> shape = row_extents(table, c);
    shape.insert(shape.begin(), hsize_t(table.rows));
    const Handle space = own(H5Screate_simple(int(shape.size()), shape.data(), nullptr), "space of " + c.name),
                 type = file_type(c);
    const Handle properties = frozen_layout(!copied || !is_copied_whole(table, c, *copied));
    if (c.kind == ValueType::real)
      check(H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, &missing), "fill value of " + c.name);
    const Handle dataset =
        own(H5Dcreate2(group, c.name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), "column " + c.name);
    write_text_attribute(dataset, "long_name", c.description);
    if (c.kind == ValueType::text) write_text_attribute(dataset, "_Encoding", "utf-8");  // so that xarray returns texts
    if (c.role == Role::status) describe_status(dataset, table);
    check(H5DSattach_scale(dataset, scales.at("experiment"), 0), "scale of " + c.name);
    for (std::size_t d = 0; d < c.dimensions.size(); ++d)
      check(H5DSattach_scale(dataset, scales.at(c.dimensions[d]), unsigned(d + 1)), "scale of " + c.name);
  }
  if (table.weights > 0) create_weights(group, table.weights);
}

Size OpenTable::Opened::row_size() const {
  return std::accumulate(extents.begin(), extents.end(), hsize_t{1}, std::multiplies<>());
}

OpenTable::OpenTable(Id file, const std::string& task, const std::string& path, std::optional<Table> least)
    : path_(path) {
  const Handle group = open_member(file, task);
  table_ = from_text(task, read_text_attribute(group, "schema"));
  if (!least) set_weights(least.emplace(make_table({task, 1, {}, {}})), table_.weights);
  expect_sound(table_, file, *least);
  for (const auto& c : table_.columns) {
    columns_.push_back({&c, row_extents(table_, c), open_member(group, c.name)});
    std::vector<Size> extents = columns_.back().extents;
    extents.insert(extents.begin(), hsize_t(table_.rows));
    expect_frozen(columns_.back().dataset, file_type(c), extents, fmt::format("column {} of table {}", c.name, task));
  }
  if (table_.weights > 0) weights_.emplace(group, table_.weights, fmt::format("{}: {}", path, task));
}

const OpenTable::Opened& OpenTable::opened(const std::string& name) const {
  for (const auto& c : columns_)
    if (c.column->name == name) return c;
  throw Error(ErrorKind::store, fmt::format("table {} has no column {}", table_.task, name));
}

/// Reads or writes the corner of the given shape in each of these rows.
void OpenTable::transfer(const Opened& c, bool write, Id type, RowRange rows, const std::vector<Size>& shape,
                         void* data) const {
  std::vector<Size> start(shape.size() + 1, 0), count(shape);
  start[0] = hsize_t(rows.first);
  count.insert(count.begin(), hsize_t(rows.count));
  const std::string what = fmt::format("{}: {} column {}", path_, write ? "writing" : "reading", c.column->name);
  const Handle memory = own(H5Screate_simple(int(count.size()), count.data(), nullptr), what);
  const Handle space = own(H5Dget_space(c.dataset), what);
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), what);
  check(write ? H5Dwrite(c.dataset, type, memory, space, H5P_DEFAULT, data)
              : H5Dread(c.dataset, type, memory, space, H5P_DEFAULT, data),
        what);
}

void OpenTable::read_integers(const Opened& c, std::int64_t first, std::span<std::int64_t> values) const {
  const RowRange rows{first, std::int64_t(values.size())};
  if (!is_byte(*c.column)) return transfer(c, false, H5T_NATIVE_INT64, rows, {}, values.data());
  std::vector<unsigned char> bytes(values.size());  // HDF5 clears a megabyte to convert one byte
  transfer(c, false, H5T_NATIVE_UCHAR, rows, {}, bytes.data());
  std::ranges::copy(bytes, values.begin());
}

std::vector<std::int64_t> OpenTable::integers(const std::string& name) const {
  std::vector<std::int64_t> values(std::size_t(table_.rows));
  read_integers(opened(name), 0, values);
  return values;
}

std::int64_t OpenTable::integer(const std::string& name, std::int64_t row) const {
  std::int64_t value = 0;
  read_integers(opened(name), row, {&value, 1});
  return value;
}

std::vector<double> OpenTable::reals(const std::string& name, std::int64_t first, std::int64_t rows) const {
  const Opened& c = opened(name);
  std::vector<double> values(std::size_t(rows) * c.row_size());
  transfer(c, false, H5T_NATIVE_DOUBLE, {first, rows}, c.extents, values.data());
  return values;
}

std::string OpenTable::text_bytes(const std::string& name) const {
  const Opened& c = opened(name);
  std::string flat(std::size_t(c.column->width) * std::size_t(table_.rows), '\0');
  transfer(c, false, text_type(c.column->width), {0, table_.rows}, {}, flat.data());
  return flat;
}

std::vector<std::string> OpenTable::texts(const std::string& name) const {
  const std::size_t width = std::size_t(opened(name).column->width);
  const std::string flat = text_bytes(name);
  std::vector<std::string> values;
  for (std::size_t at = 0; at < flat.size(); at += width) values.emplace_back(flat.substr(at, width).c_str());
  return values;
}

std::string OpenTable::text(const std::string& name, std::int64_t row) const {
  const Opened& c = opened(name);
  std::string text(std::size_t(c.column->width), '\0');
  transfer(c, false, text_type(c.column->width), {row, 1}, {}, text.data());
  return text.c_str();
}

void OpenTable::read_cells(const Column& column, std::int64_t first, std::int64_t count, ColumnCells& cells) const {
  const Opened& c = columns_[std::size_t(&column - table_.columns.data())];
  cells.column = &column;
  if (column.kind == ValueType::integer) {
    cells.integers.resize(std::size_t(count));
    read_integers(c, first, cells.integers);
  } else if (column.kind == ValueType::text) {
    cells.texts.resize(std::size_t(column.width) * std::size_t(count));
    transfer(c, false, text_type(column.width), {first, count}, {}, cells.texts.data());
  } else {
    cells.shape.assign(c.extents.begin(), c.extents.end());
    cells.numbers = c.row_size();
    cells.reals.resize(cells.numbers * std::size_t(count));
    transfer(c, false, H5T_NATIVE_DOUBLE, {first, count}, c.extents, cells.reals.data());
  }
  cells.look();
}

std::vector<float> OpenTable::weights(std::int64_t offset, std::int64_t count) const {
  return weights_ ? weights_->read(offset, count) : std::vector<float>();
}

void OpenTable::write_integers(const std::string& name, std::int64_t first,
                               const std::vector<std::int64_t>& values) const {
  const Opened& c = opened(name);
  if (is_byte(*c.column)) {  // HDF5 clears a megabyte to convert one byte
    std::vector<unsigned char> bytes(values.begin(), values.end());
    return transfer(c, true, H5T_NATIVE_UCHAR, {first, std::int64_t(bytes.size())}, {}, bytes.data());
  }
  transfer(c, true, H5T_NATIVE_INT64, {first, std::int64_t(values.size())}, {},
           const_cast<std::int64_t*>(values.data()));
}

void OpenTable::write_reals(const std::string& name, std::int64_t first, const std::vector<double>& values) const {
  const Opened& c = opened(name);
  if (c.row_size() == 0) return;  // an array that no experiment of the sweep has
  transfer(c, true, H5T_NATIVE_DOUBLE, {first, std::int64_t(values.size() / c.row_size())}, c.extents,
           const_cast<double*>(values.data()));
}

void OpenTable::write_texts(const std::string& name, std::int64_t first, const std::vector<std::string>& values) const {
  const Opened& c = opened(name);
  std::string flat;
  for (const auto& v : values)
    flat += v.substr(0, std::size_t(c.column->width)) +
            std::string(std::size_t(c.column->width) - std::min(v.size(), std::size_t(c.column->width)), '\0');
  transfer(c, true, text_type(c.column->width), {first, std::int64_t(values.size())}, {}, flat.data());
}

void OpenTable::write_cell(std::int64_t row, const std::string& name, const Cell& cell) const {
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return write_integers(name, row, {*integer});
  if (const auto* text = std::get_if<std::string>(&cell)) return write_texts(name, row, {*text});
  if (const auto* real = std::get_if<double>(&cell)) return write_reals(name, row, {*real});
  const Opened& c = opened(name);
  const auto& array = std::get<Array>(cell);
  if (array.shape.size() == 1) {  // in one write: readers may look at any time
    std::vector<double> padded = array.values;
    padded.resize(c.row_size(), missing);
    return write_reals(name, row, padded);
  }
  write_reals(name, row, std::vector<double>(c.row_size(), missing));
  if (!array.values.empty())
    transfer(c, true, H5T_NATIVE_DOUBLE, {row, 1}, {array.shape.begin(), array.shape.end()},
             const_cast<double*>(array.values.data()));
}

void OpenTable::copy_rows(const StoredTable& from) const {
  ColumnCells cells;
  for (const auto& c : from.table().columns) {
    if (is_weights_index(c)) continue;
    for_each_part(from, c, cells, [&](std::int64_t first, std::int64_t rows) {
      write_cells(c.name, {first, rows}, cells);
    });
    clear_from(from.table().rows, c.name);
  }
}

/// Makes the cells of a column empty from row `first` on.
void OpenTable::clear_from(std::int64_t first, const std::string& name) const {
  constexpr std::int64_t most = 1 << 16;  // cells
  const Opened& c = opened(name);
  const auto size = std::int64_t(c.row_size()),
             rows = std::max<std::int64_t>(1, most / std::max<std::int64_t>(1, size));
  for (; first < table_.rows; first += rows) {
    const auto count = std::size_t(std::min(rows, table_.rows - first));
    if (c.column->kind == ValueType::integer) write_integers(name, first, std::vector<std::int64_t>(count));
    else if (c.column->kind == ValueType::text) write_texts(name, first, std::vector<std::string>(count));
    else write_reals(name, first, std::vector<double>(count * std::size_t(size), missing));
  }
}

/// Writes cells of a column of another table. Copies texts byte by byte, also of a damaged row; a column only becomes
/// wider. Arrays only become larger.
void OpenTable::write_cells(const std::string& name, RowRange range, ColumnCells& cells) const {
  const Opened& c = opened(name);
  if (cells.column->kind == ValueType::integer) return write_integers(name, range.first, cells.integers);
  if (cells.column->kind == ValueType::real)
    return transfer(c, true, H5T_NATIVE_DOUBLE, range, {cells.shape.begin(), cells.shape.end()}, cells.reals.data());
  const std::size_t width = std::size_t(cells.column->width), wide = std::size_t(c.column->width);
  const auto rows = std::size_t(range.count);
  std::string widened;
  if (wide != width) {
    widened.assign(wide * rows, '\0');
    for (std::size_t row = 0; row < rows; ++row)
      cells.texts.copy(&widened[row * wide], std::min(width, wide), row * width);
  }
  transfer(c, true, text_type(int(wide)), range, {}, wide == width ? cells.texts.data() : widened.data());
}

}  // namespace icsweep::hdf5
