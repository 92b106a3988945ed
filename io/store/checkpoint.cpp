#include "io/store/checkpoint.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/arrays/array_file.hpp"
#include "io/error.hpp"
#include "io/store/own_folder.hpp"
#include "io/whole_file.hpp"
#include "io/whole_numbers.hpp"

namespace icsweep {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckpointHead, task, identity, program, level, result_version, step, steps,
                                   sequences, seconds, failures)

namespace {

using Json = nlohmann::json;

constexpr unsigned last_epoch = 1'000'000'000;  // so that the next epoch is an int too

/// XXH3 of everything after the first line, which holds it.
std::string hash_line(std::string_view head, std::string_view state) {
  const auto hash = XXH3_64bits_withSeed(state.data(), state.size(), XXH3_64bits(head.data(), head.size()));
  return fmt::format("icsweep checkpoint {:016x}\n", hash);
}

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw Error(ErrorKind::store, fmt::format("{}: {}, its experiment starts again", path, what));
}

/// The head in a line; nothing if another version of the program wrote it or it is torn.
std::optional<CheckpointHead> head_in(std::string_view line) try {
  static const Json example = CheckpointHead{};
  const Json json = Json::parse(line);
  if (!has_whole_numbers(json, example)) return std::nullopt;
  return json.get<CheckpointHead>();
} catch (const Json::exception&) {
  return std::nullopt;
}

/// A file's first line, second line, and the rest.
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

/// The folder that the file is in, and the file's name there.
std::pair<OwnFolder, std::string> place_of(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string folder = file.parent_path().string();
  const bool usual = folder.ends_with(folder_end);
  return {OwnFolder(folder.empty() ? "." : folder, folder.substr(0, folder.size() - (usual ? folder_end.size() : 0))),
          file.filename().string()};
}

constexpr std::string_view own_beginning = "timed-out-";

bool is_whole(const std::string& name) {
  return epoch_of(name) > 0 || is_own_checkpoint(name);
}

/// Whether the name is EPOCH-RANK or timed-out-IDENTITY, also half written by a killed launch.
bool is_given_by_us(const std::string& name) {
  const std::string half = OwnFolder::half_written;
  return is_whole(name.ends_with(half) ? name.substr(0, name.size() - half.size()) : name);
}

}  // namespace

std::string checkpoint_folder(const std::string& store) {
  return end_of_links(store) + std::string(folder_end);
}

std::string checkpoint_path(const std::string& store, int epoch, int rank) {
  return fmt::format("{}/{}-{}", checkpoint_folder(store), epoch, rank);
}

std::string own_checkpoint_path(const std::string& beside, const std::string& identity) {
  return (std::filesystem::path(beside).parent_path() / (std::string(own_beginning) + identity)).string();
}

bool is_own_checkpoint(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (!name.starts_with(own_beginning)) return false;
  const std::string identity = name.substr(own_beginning.size());
  return identity.size() == 32 && identity.find_first_not_of("0123456789abcdef") == identity.npos;
}

void expect_own_checkpoints(const std::string& store) {
  OwnFolder(checkpoint_folder(store), end_of_links(store));
}

void write_checkpoint(const std::string& path, const CheckpointHead& head, std::string_view state) {
  const std::string text = Json(head).dump() + "\n";
  std::error_code ignored;  // a missing folder shows when the file is written
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

std::map<std::string, std::optional<CheckpointHead>> find_checkpoints(const std::string& store) {
  std::map<std::string, std::optional<CheckpointHead>> found;
  const OwnFolder folder(checkpoint_folder(store), end_of_links(store));
  for (const std::string& name : folder.names())
    if (is_given_by_us(name))
      found[folder.path() + "/" + name] = is_whole(name) ? read_head(folder, name) : std::nullopt;
  return found;
}

void rename_checkpoint(const std::string& path, const std::string& other) try {
  const auto [folder, name] = place_of(path);
  folder.rename(name, std::filesystem::path(other).filename().string());
} catch (const Error&) {  // as in remove_checkpoint
}

void remove_checkpoint(const std::string& path) try {
  const auto [folder, name] = place_of(path);
  folder.remove(name);
} catch (const Error&) {  // a folder that is not ours any more is left alone
}

int epoch_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  unsigned epoch = 0, rank = 0;
  const char* const end = name.data() + name.size();
  const auto [dash, error] = std::from_chars(name.data(), end, epoch);
  if (error != std::errc() || dash == end || *dash != '-') return 0;
  const auto [last, second] = std::from_chars(dash + 1, end, rank);
  return second == std::errc() && last == end && epoch <= last_epoch ? int(epoch) : 0;
}

}  // namespace icsweep
