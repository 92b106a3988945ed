#include "io/arrays/array_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::config, path + ": " + what);
}

/// Bytes of an array; nothing if they exceed 64 bits.
std::optional<std::uint64_t> bytes_of(const std::vector<std::int64_t>& shape, ElementType type) {
  std::uint64_t bytes = bytes_of(type);
  for (const std::int64_t n : shape)
    if (__builtin_mul_overflow(bytes, std::uint64_t(n), &bytes)) return std::nullopt;
  return bytes;
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | std::uint8_t(bytes[i]);
  return value;
}

/// The header of a .npy file: a Python dictionary {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
class NpyDictionary {
 public:
  NpyDictionary(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

  ArrayLayout parse() {
    expect('{');
    while (!accept('}')) {
      const std::string_view key = quoted();
      expect(':');
      if (key == "descr" && !type_) type_ = element_type(quoted());
      else if (key == "fortran_order" && !column_major_) column_major_ = boolean();
      else if (key == "shape" && !shape_) shape_ = tuple();
      else malformed();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (!rest_.empty() || !type_ || !column_major_ || !shape_) malformed();
    return {*type_, *shape_, *column_major_, 0};
  }

 private:
  [[noreturn]] void malformed() const {
    fail(path_, "its header is not the dictionary of descr, fortran_order and shape that .npy files begin with");
  }
  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
  bool accept(char c) {
    skip_space();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) malformed();
  }
  std::string_view quoted() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') expect(quote);
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) malformed();
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool boolean() {
    skip_space();
    for (const std::string_view word : {"True", "False"})
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return word == "True";
      }
    malformed();
  }
  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> shape;
    expect('(');
    while (!accept(')')) {
      skip_space();
      std::int64_t n = -1;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), n);
      if (error != std::errc{} || n < 0) malformed();
      rest_.remove_prefix(std::size_t(end - rest_.data()));
      shape.push_back(n);
      if (shape.size() > max_axes) fail(path_, fmt::format("has more than {} axes", max_axes));
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }
  ElementType element_type(std::string_view descr) const {
    if (descr == "<f2") return ElementType::float16;
    if (descr == "<f4") return ElementType::float32;
    if (descr == "<f8") return ElementType::float64;
    fail(path_,
         fmt::format("its elements are of type {}, save them as <f2, <f4 or <f8",
                     Json(std::string(descr.substr(0, 20))).dump(-1, ' ', true, Json::error_handler_t::replace)));
  }

  std::string_view rest_;
  const std::string& path_;
  std::optional<ElementType> type_;
  std::optional<bool> column_major_;
  std::optional<std::vector<std::int64_t>> shape_;
};

/// A tensor's name as a JSON string, cut after 100 bytes.
std::string shown(const std::string& name) {
  return Json(name.substr(0, 100)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// One entry of a .safetensors header: {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]}.
class TensorEntry {
 public:
  TensorEntry(const std::string& path, const std::string& name, const Json& entry)
      : place_(fmt::format("{}: tensor {}", path, shown(name))), entry_(entry) {}

  /// `data`: offset of the data in the file; `held`: their number of bytes.
  ArrayLayout layout(std::uint64_t data, std::uint64_t held) const {
    const ArrayLayout layout{type(), shape(), false, 0};
    const auto offsets = numbers("data_offsets");
    if (offsets.size() != 2 || offsets[0] > offsets[1]) refuse("has no two ascending data_offsets");
    const std::uint64_t begin = std::uint64_t(offsets[0]), end = std::uint64_t(offsets[1]);
    if (end > held)
      refuse(fmt::format("should end at byte {} of the data by its header, but the file holds {}", end, held));
    const auto bytes = bytes_of(layout.shape, layout.type);
    if (!bytes || *bytes != end - begin)
      refuse(fmt::format("has shape {} in its header, which takes {} bytes, but its data_offsets span {}",
                         fmt::join(layout.shape, "x"), bytes ? std::to_string(*bytes) : "more than 2^64", end - begin));
    return {layout.type, layout.shape, false, data + begin};
  }

  std::vector<std::int64_t> shape() const {
    const auto shape = numbers("shape");
    if (shape.size() > max_axes) fail(place_, fmt::format("has more than {} axes", max_axes));
    return shape;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::config, fmt::format("{} {}; get the file again", place_, what));
  }
  const Json& member(const char* name) const {
    if (!entry_.is_object() || !entry_.contains(name)) refuse(fmt::format("has no {} in the header", name));
    return entry_.at(name);
  }
  std::vector<std::int64_t> numbers(const char* name) const {
    const Json& list = member(name);
    const auto is_count = [](const Json& n) { return n.is_number_unsigned() && n.get<std::uint64_t>() <= INT64_MAX; };
    if (!list.is_array() || !std::all_of(list.begin(), list.end(), is_count))
      refuse(fmt::format("has a {} in the header that is not a list of counts", name));
    return list.get<std::vector<std::int64_t>>();
  }
  ElementType type() const {
    const Json& dtype = member("dtype");
    if (dtype == "F16") return ElementType::float16;
    if (dtype == "BF16") return ElementType::bfloat16;
    if (dtype == "F32") return ElementType::float32;
    if (dtype == "F64") return ElementType::float64;
    throw Error(ErrorKind::config, fmt::format("{} is of type {}, convert it to F16, BF16, F32 or F64", place_,
                                               dtype.is_string() ? shown(dtype.get<std::string>()) : "unknown"));
  }

  std::string place_;
  const Json& entry_;
};

std::string only_tensor(const Json& header, const std::string& path) {
  std::vector<std::pair<std::uint64_t, std::string>> all, matrices;  // (approximate bytes, name), sorted by size
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__") continue;
    const auto shape = TensorEntry(path, name, entry).shape();
    const auto bytes = bytes_of(shape, ElementType::float32).value_or(0);
    all.emplace_back(bytes, name);
    if (shape.size() == 2) matrices.emplace_back(bytes, name);
  }
  if (all.empty()) fail(path, "holds no tensor");
  if (all.size() == 1) return all[0].second;
  if (matrices.size() == 1) return matrices[0].second;
  auto& named = matrices.empty() ? all : matrices;
  std::sort(named.rbegin(), named.rend());
  std::vector<std::string> largest;
  for (std::size_t i = 0; i < std::min<std::size_t>(named.size(), 3); ++i) largest.push_back(shown(named[i].second));
  fail(path, fmt::format("holds {} {}, name the tensor wanted; the largest: {}", named.size(),
                         matrices.empty() ? "tensors" : "matrices", fmt::join(largest, ", ")));
}

}  // namespace

std::uint64_t bytes_of(ElementType type) {
  switch (type) {
    case ElementType::float16:
    case ElementType::bfloat16:
      return 2;
    case ElementType::float32:
      return 4;
    case ElementType::float64:
      return 8;
  }
  return 0;
}

ArrayLayout read_npy_header(std::string_view file, const std::string& path) {
  if (file.size() < 10 || !file.starts_with("\x93NUMPY"))
    fail(path, "is not a .npy file (its first bytes are not \\x93NUMPY)");
  const int version = file[6];
  if (version < 1 || version > 3) fail(path, fmt::format("is .npy of format {}, save it as format 1, 2 or 3", version));
  const std::uint64_t width = version == 1 ? 2 : 4, begin = 8 + width;
  const std::uint64_t length = file.size() < begin ? UINT64_MAX : little_endian(file.substr(8, width));
  if (file.size() < begin || length > file.size() - begin)
    fail(path, fmt::format("is cut short: the file of {} bytes ends within its header, get it again", file.size()));
  ArrayLayout layout = NpyDictionary(file.substr(begin, length), path).parse();
  layout.offset = begin + length;
  const std::uint64_t held = file.size() - layout.offset;
  const auto bytes = bytes_of(layout.shape, layout.type);
  if (!bytes || *bytes != held)
    fail(path, fmt::format("its header says shape {}, which takes {} bytes, but the file holds {}; get it again",
                           fmt::join(layout.shape, "x"), bytes ? std::to_string(*bytes) : "more than 2^64", held));
  return layout;
}

ArrayLayout read_safetensors_header(std::string_view file, const std::string& path, const std::string& tensor) {
  constexpr std::uint64_t begin = 8, max_header = 100'000'000;  // the format's own limit
  if (file.size() < begin) fail(path, fmt::format("is not a .safetensors file: it has {} bytes", file.size()));
  const std::uint64_t length = little_endian(file.substr(0, begin)), held = file.size() - begin;
  if (length > held || length > max_header)
    fail(path, fmt::format("says its header has {} bytes, but the file holds {}{}; get it again", length, held,
                           length > max_header ? " and the format allows 100000000" : ""));
  // {"name": {"shape": [...]}}: deeper levels have no meaning here and would take many times their size in memory.
  const auto is_shallow = [](int depth, Json::parse_event_t, Json&) { return depth < 4; };
  const Json header = Json::parse(file.substr(begin, length), is_shallow, false);
  if (!header.is_object()) fail(path, "has a header that is not a JSON object, get it again");
  const std::string name = tensor.empty() ? only_tensor(header, path) : tensor;
  if (!header.contains(name)) fail(path, fmt::format("has no tensor {}", shown(name)));
  return TensorEntry(path, name, header.at(name)).layout(begin + length, held - length);
}

}  // namespace icsweep
