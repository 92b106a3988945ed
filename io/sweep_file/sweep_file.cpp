#include "io/sweep_file/sweep_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "io/sweep_file/sweep_values.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;
using namespace sweep_values;

/// The value of KEY = VALUE in this line of the text if it is a word without quotes; otherwise empty.
std::string bare_text(std::string_view text, int line) {
  for (; line > 1 && text.find('\n') != text.npos; --line) text.remove_prefix(text.find('\n') + 1);
  text = text.substr(0, text.find_first_of("#\r\n"));
  const auto sign = text.find('=');
  if (sign == text.npos) return "";
  text.remove_prefix(std::min(text.find_first_not_of(" \t", sign + 1), text.size()));
  text = text.substr(0, text.find_last_not_of(" \t") + 1);
  const auto is_of_word = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.' || c == '/';
  };
  const bool is_word =
      !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) && std::ranges::all_of(text, is_of_word);
  return is_word ? std::string(text) : "";
}

struct Sizes {
  int files = 0;
  std::size_t bytes = 0;
  std::int64_t values = 0;
};

/// The files from the first one to this one along their includes.
using Chain = std::vector<fs::path>;

constexpr int max_included = 64;
constexpr std::size_t longest_text = std::size_t{40} << 20;  // including included files; a store keeps at most 64 MiB
constexpr std::uintmax_t largest_file = std::uintmax_t{16} << 20;

std::string read_text(const fs::path& path) {
  std::error_code none;
  const auto status = fs::status(path, none);
  if (!fs::exists(status))
    throw Error(ErrorKind::config, path.string() + ": there is no such sweep file, check the name");
  if (!fs::is_regular_file(status)) throw Error(ErrorKind::config, path.string() + ": is not a text file, name one");
  if (fs::file_size(path, none) > largest_file)
    throw Error(ErrorKind::config, path.string() + ": has more than 16 MiB, name a sweep file");
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw Error(ErrorKind::config, path.string() + ": cannot be read, name a text file");
  return text.str();
}

class Parser {
 public:
  Parser(std::string path, Chain chain, Sizes& sizes, bool stored = false)
      : chain_(std::move(chain)), sizes_(sizes), stored_(stored), read_(std::move(path), sizes.values) {}

  Sweep parse(const std::string& text) {
    Sweep sweep{{}, read_.path(), text, ""};
    std::vector<Scale> scales;
    const toml::table root = parse_toml(text);
    if (const auto* node = root.get("include")) include(*node, sweep);
    if (const auto* node = root.get("sweep")) read_header(*node, sweep);
    for (const auto& [key, node] : root) {
      if (key == "grid") read_grids(node, sweep);
      else if (key == "scale") scales = read_scales(read_, node, true), read_scale_searches(*node.as_table(), sweep);
      else if (key == "search") read_search(read_, key, node, stored_, sweep);
      else if (key != "sweep" && key != "include")
        read_.fail(
            read_.place(key).line,
            fmt::format("unknown key \"{}\", a sweep file has include, [sweep], [search], [[grid]] and [scale.NAME]",
                        key.str()));
    }
    if (sweep.grids.empty()) read_.fail(1, "there is no [[grid]], add one that names a task");
    for (auto& grid : sweep.grids) {
      grid.from_store = stored_;
      const bool own = grid.place.path == read_.path();
      grid.scales.insert(own ? grid.scales.begin() : grid.scales.end(), scales.begin(), scales.end());
    }
    return sweep;
  }

 private:
  /// Refuses control characters: TOML forbids them, and toml++ 3.3 may crash on them.
  toml::table parse_toml(const std::string& text) const {
    const auto is_control = [](char c) {
      return (c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    };
    const auto bad = std::find_if(text.begin(), text.end(), is_control);
    if (bad != text.end())
      read_.fail(1 + int(std::count(text.begin(), bad, '\n')), "has a control character, remove it");
    try {
      return toml::parse(text, read_.path());
    } catch (const toml::parse_error& e) {
      std::string what(e.description());
      std::replace(what.begin(), what.end(), '\n', ' ');
      const int line = int(e.source().begin.line);
      if (what.find("dotted key-value pair") != what.npos && what.find("redefine") != what.npos)
        read_.fail(line, "a key has a value and parts: write KEY.file = \"FILE\" for the value");
      if (what.find("redefine") != what.npos) what += " (given twice, remove one)";
      if (const std::string bare = bare_text(text, line); !bare.empty())
        what = fmt::format("{0} is a text, write quotes: \"{0}\"", bare);
      read_.fail(line, what);
    }
  }

  void include(const toml::node& node, Sweep& sweep) const {
    for (const auto& name : read_.texts("include", node)) {
      const Sweep other = included(name, read_.place(node).line);
      sweep.grids.insert(sweep.grids.end(), other.grids.begin(), other.grids.end());
      sweep.text += fmt::format("\n# included: {}\n{}", name, other.text);
    }
  }

  /// A sweep file may come from somebody else. It may include only a limited number of files in or below its own
  /// folder.
  Sweep included(const std::string& name, int line) const {
    const auto refuse = [&](const char* why) { read_.fail(line, fmt::format("include \"{}\"{}", name, why)); };
    if (stored_) refuse(": a store's sweep opens no file, run the sweep file itself");
    if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < ' '; }))
      read_.fail(line, "include names a file with a control character");
    const fs::path file = fs::path(name).lexically_normal();
    if (file.empty() || file.is_absolute() || *file.begin() == "..")
      refuse(" is outside the folder of this file, move it into that folder");
    const fs::path folder = fs::path(read_.path()).parent_path(), full = folder / file;
    std::error_code none;
    if (!fs::exists(full, none)) refuse(": there is no such file");
    if (!fs::is_regular_file(full, none)) refuse(" is not a text file, name one");
    Chain chain = chain_;
    chain.push_back(fs::weakly_canonical(full, none));
    if (*chain.back().lexically_relative(fs::weakly_canonical("." / folder, none)).begin() == "..")
      refuse(" links to a file outside the folder of this file, put a copy into that folder");
    if (std::count(chain.begin(), chain.end(), chain.back()) > 1) refuse(": the file includes itself");
    if (++sizes_.files > max_included) read_.fail(line, fmt::format("more than {} files are included", max_included));
    const std::string text = read_text(full);
    sizes_.bytes += text.size();
    if (sizes_.bytes > longest_text) refuse(": the included files have more than 40 MiB, write axes as ranges");
    return Parser(full.string(), std::move(chain), sizes_).parse(text);
  }

  void read_header(const toml::node& node, Sweep& sweep) {
    if (!node.is_table()) read_.fail(read_.place(node).line, "sweep must be a table, write [sweep]");
    for (const auto& [key, value] : *node.as_table()) {
      if (key == "name") sweep.name = read_.text("name", value);
      else if (!read_setting(read_, key.str(), value, settings_))
        read_.fail(read_.place(key).line,
                   fmt::format("unknown key \"{}\" in [sweep], it has: name, time_limit, retries, keep_weights, "
                               "resources",
                               key.str()));
    }
  }

  void read_scale_searches(const toml::table& scales, Sweep& sweep) const {
    for (const auto& [name, scale] : scales)
      for (const auto& [key, node] : *scale.as_table())
        if (is_search(key, node)) read_search(read_, key, node, stored_, sweep.scale_searches[std::string(name.str())]);
  }

  void read_grids(const toml::node& node, Sweep& sweep) const {
    if (!node.is_array_of_tables()) read_.fail(read_.place(node).line, "grid must be a list of tables, write [[grid]]");
    for (const auto& grid : *node.as_array()) sweep.grids.push_back(read_grid(read_, *grid.as_table(), settings_));
  }

  Chain chain_;
  Sizes& sizes_;
  bool stored_;  // the text comes from a store
  Reader read_;
  Settings settings_;
};

}  // namespace

Sweep parse_sweep(const std::string& text, const std::string& path) {
  Sizes sizes;
  std::error_code none;
  return Parser(path, {fs::weakly_canonical(path, none)}, sizes).parse(text);
}

Sweep parse_stored_sweep(const std::string& text) {
  Sizes sizes;
  return Parser("the stored sweep", {}, sizes, true).parse(text);
}

Sweep read_sweep_file(const std::string& path) {
  Sweep sweep = parse_sweep(read_text(path), path);
  if (sweep.name.empty()) sweep.name = std::filesystem::path(path).stem().string();
  return sweep;
}

}  // namespace icsweep
