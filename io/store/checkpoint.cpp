#include "io/store/checkpoint.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/arrays/array_file.hpp"
#include "io/base/error.hpp"
#include "io/schema/json.hpp"
#include "io/base/parsed_number.hpp"
#include "io/store/own_folder.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckpointHead, task, identity, program, level, result_version, step, steps,
                                   sequences, seconds, core_seconds, failures)

namespace {

using Json = nlohmann::json;

constexpr unsigned last_epoch = 1'000'000'000;  // leaves room for the next epoch in an int

/// The first line of a checkpoint: the XXH3 hash of everything after it.
std::string hash_line(std::string_view head, std::string_view state) {
  const auto hash = XXH3_64bits_withSeed(state.data(), state.size(), XXH3_64bits(head.data(), head.size()));
  return fmt::format("icsweep checkpoint {:016x}\n", hash);
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw Error(ErrorKind::store, fmt::format("{}: {}, its experiment starts again", path, what));
}

Json json_of(const CheckpointHead& head) {
  Json json(head);
  if (!head.search.empty()) json["search"] = head.search, json["rungs"] = head.rungs;  // a NaN becomes null
  if (!head.kept.empty()) json["kept"] = head.kept;
  return json;
}

/// Parses the line with the head. Nothing if another version of the program wrote it or it is damaged.
std::optional<CheckpointHead> head_in(std::string_view line) try {
  static const Json example = CheckpointHead{};
  Json json = Json::parse(line);
  if (json.is_object() && json.contains("seconds"))
    json.emplace("core_seconds", json["seconds"]);  // version 0.1 has none
  if (!has_whole_numbers(json, example)) return std::nullopt;
  auto head = json.get<CheckpointHead>();
  head.kept = json.value("kept", "");
  if (!json.contains("search")) return head;  // there is no search, or an earlier version wrote it
  head.search = json.at("search");
  for (const Json& value : json.at("rungs")) head.rungs.push_back(value.is_null() ? std::nan("") : value.get<double>());
  return head;
} catch (const Json::exception&) {
  return std::nullopt;
}

/// A file's first line, second line, and remainder.
struct Parts {
  std::string_view hash, head, state;
};

/// Nothing if the file does not begin with two lines.
std::optional<Parts> parts_of(std::string_view file) {
  constexpr std::size_t longest_lines = 65536;
  const std::string_view beginning = file.substr(0, longest_lines);
  const std::size_t first = beginning.find('\n'), second = beginning.find('\n', first + 1);
  if (first == file.npos || second == file.npos) return std::nullopt;
  return Parts{file.substr(0, first + 1), file.substr(first + 1, second - first), file.substr(second + 1)};
}

std::optional<CheckpointHead> read_head(const OwnFolder& folder, const std::string& name) try {
  const MappedFile file(folder.descriptor(), name, name);
  const auto parts = parts_of(file.bytes());
  if (!parts || !parts->hash.starts_with("icsweep checkpoint ")) return std::nullopt;
  return head_in(parts->head);
} catch (const Error&) {
  return std::nullopt;
}

constexpr std::string_view folder_end = ".checkpoints";

/// The folder of the file, and the file's name in it.
std::pair<OwnFolder, std::string> place_of(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string folder = file.parent_path().string();
  const bool usual = folder.ends_with(folder_end);
  return {OwnFolder(folder.empty() ? "." : folder, folder.substr(0, folder.size() - (usual ? folder_end.size() : 0))),
          file.filename().string()};
}

constexpr std::string_view former_timed_out = "timed-out-";  // before IDENTITY, in versions with one file per rank

bool is_identity(std::string_view text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// Parses the whole text as a number of at most `last`.
std::optional<unsigned> number_up_to(unsigned last, std::string_view text) {
  const auto number = text.starts_with('-') ? std::nullopt : whole_number(text);
  if (!number || *number > last) return std::nullopt;
  return unsigned(*number);
}

/// The epoch in IDENTITY-EPOCH or, for earlier versions, EPOCH-RANK; 0 for timed-out-IDENTITY; nothing for other names.
std::optional<int> epoch_in(std::string_view name) {
  if (name.starts_with(former_timed_out) && is_identity(name.substr(former_timed_out.size()))) return 0;
  const std::size_t dash = name.find('-');
  if (dash == name.npos) return std::nullopt;
  const std::string_view first = name.substr(0, dash), second = name.substr(dash + 1);
  const bool by_identity = is_identity(first);
  const auto epoch = number_up_to(last_epoch, by_identity ? second : first);
  if (!epoch || *epoch == 0) return std::nullopt;
  if (!by_identity && !number_up_to(std::numeric_limits<unsigned>::max(), second)) return std::nullopt;
  return int(*epoch);
}

/// The name without the suffix of half-written files, which killed launches leave.
std::string_view whole_name(std::string_view name) {
  const std::string_view half = OwnFolder::half_written;
  return name.ends_with(half) ? name.substr(0, name.size() - half.size()) : name;
}

}  // namespace

std::string checkpoint_folder(const std::string& store) {
  return end_of_links(store) + std::string(folder_end);
}

std::string checkpoint_path(const std::string& folder, const std::string& identity, int epoch) {
  return fmt::format("{}/{}-{}", folder, identity, epoch);
}

void expect_own_checkpoints(const std::string& store) {
  OwnFolder(checkpoint_folder(store), end_of_links(store));
}

void write_checkpoint(const std::string& path, const CheckpointHead& head, std::string_view state) {
  const std::string text = json_of(head).dump() + "\n";
  std::error_code ignored;  // a missing folder is reported when the file is written
  std::filesystem::create_directory(std::filesystem::path(path).parent_path(), ignored);
  const auto [folder, name] = place_of(path);
  errno = ENOENT;
  if (!folder.is_there() || !folder.replace(name, {hash_line(text, state), text, state}))
    throw Error(ErrorKind::store,
                fmt::format("{}: cannot be written ({}), free some space", path, std::strerror(errno)));
}

Checkpoint read_checkpoint(const std::string& path) {
  std::optional<MappedFile> file;
  try {
    const auto [folder, name] = place_of(path);
    file.emplace(folder.descriptor(), name, path);
  } catch (const Error&) {
    fail(path, "cannot be read");
  }
  const auto parts = parts_of(file->bytes());
  if (!parts || parts->hash != hash_line(parts->head, parts->state)) fail(path, "is damaged");
  auto known = head_in(parts->head);
  if (!known) fail(path, "is of another version of the program");
  return {std::move(*known), std::string(parts->state)};
}

std::optional<CheckpointHead> read_checkpoint_head(const std::string& path) try {
  const auto [folder, name] = place_of(path);
  return read_head(folder, name);
} catch (const Error&) {
  return std::nullopt;
}

std::map<std::string, std::optional<CheckpointHead>> find_checkpoints(const std::string& store) {
  std::map<std::string, std::optional<CheckpointHead>> found;
  const OwnFolder folder(checkpoint_folder(store), end_of_links(store));
  for (const std::string& name : folder.names())
    if (epoch_in(whole_name(name)))
      found[folder.path() + "/" + name] = epoch_in(name) ? read_head(folder, name) : std::nullopt;
  return found;
}

void remove_checkpoint(const std::string& path) try {
  const auto [folder, name] = place_of(path);
  folder.remove(name);
} catch (const Error&) {  // the folder is no longer ours and stays untouched
}

int epoch_of(const std::string& path) {
  return epoch_in(std::filesystem::path(path).filename().string()).value_or(0);
}

}  // namespace icsweep
