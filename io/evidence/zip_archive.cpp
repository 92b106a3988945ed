#include "io/evidence/zip_archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <set>

#include "io/base/error.hpp"
#include "io/base/text_columns.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

constexpr zip_int64_t max_files = 10'000;
/// Limits on the size of an unpacked file. Without them a small archive could take any amount of memory and time. Rows
/// compress to a tenth, tables and pictures to a twentieth.
constexpr std::uint64_t free_size = 16 << 20, most_by_packed = 200;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::config, fmt::format("{}: {}; get the archive again", path, why));
}

std::string zip_error_text(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  const std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

bool is_safe(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != name.npos || printable(name) != name) return false;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    if (const auto part = name.substr(begin, end - begin); part == ".." || part == ".") return false;
    begin = end + 1;
  }
  return true;
}

void add(zip_t* archive, const std::string& name, const std::string& content) {
  zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
  const zip_int64_t at = source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
  if (at < 0) throw Error(ErrorKind::config, fmt::format("{} cannot be archived: {}", name, zip_strerror(archive)));
  zip_file_set_dostime(archive, zip_uint64_t(at), 0, 0x21, 0);  // 1980-01-01: a crate has its own date
}

}  // namespace

std::string zip_of(const std::map<std::string, std::string>& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(buffer);  // closing the archive would free it
  const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> kept(buffer, &zip_source_free);
  zip_t* archive = zip_open_from_source(buffer, ZIP_TRUNCATE, &error);
  if (!archive) throw Error(ErrorKind::config, fmt::format("no archive: {}", zip_error_strerror(&error)));
  for (const auto& [name, content] : files) add(archive, name, content);
  if (zip_close(archive) != 0) {
    const std::string why = zip_strerror(archive);
    zip_discard(archive);
    throw Error(ErrorKind::config, "the archive cannot be made: " + why);
  }
  zip_source_open(buffer);
  zip_stat_t size;
  zip_source_stat(buffer, &size);
  std::string bytes(size.size, '\0');
  bytes.resize(std::size_t(std::max<zip_int64_t>(0, zip_source_read(buffer, bytes.data(), bytes.size()))));
  zip_source_close(buffer);
  return bytes;
}

bool is_zip(const std::string& path) {
  const auto begin = read_regular_file(path, 4);
  return begin && *begin == "PK\3\4";
}

ZipReader::ZipReader(const std::string& path) : path_(path), archive_(nullptr, &zip_discard) {
  int code = 0;
  archive_.reset(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code));
  if (!archive_) refuse(path, zip_error_text(code));
  const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
  if (count > max_files) refuse(path, fmt::format("{} files are too many", count));
  std::set<std::string> seen;
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(archive_.get(), zip_uint64_t(i), 0);
    if (!name || !is_safe(name) || !seen.insert(name).second)
      refuse(path, fmt::format("the name \"{}\" cannot be in it", name ? printable(name) : ""));
    if (names_.emplace_back(name).ends_with('/')) names_.pop_back();  // a folder
  }
}

void ZipReader::read(const std::string& name, const std::function<void(std::string_view)>& take) const {
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen(archive_.get(), name.c_str(), 0), &zip_fclose);
  if (!file) refuse(path_, fmt::format("{}: {}", name, zip_strerror(archive_.get())));
  zip_stat_t entry{};
  zip_stat(archive_.get(), name.c_str(), 0, &entry);
  const std::uint64_t most = std::max<std::uint64_t>(free_size, most_by_packed * entry.comp_size);
  std::uint64_t unpacked = 0;
  std::string block(1 << 16, '\0');
  for (zip_int64_t size; (size = zip_fread(file.get(), block.data(), block.size())) != 0;) {
    if (size < 0) refuse(path_, fmt::format("{} is damaged", name));
    if ((unpacked += std::uint64_t(size)) > most)
      refuse(path_, fmt::format("{} unpacks to more than {} times its size", name, most_by_packed));
    take({block.data(), std::size_t(size)});
  }
}

std::string ZipReader::text(const std::string& name, std::size_t most) const {
  std::string text;
  read(name, [&](std::string_view piece) {
    if (text.size() + piece.size() > most) refuse(path_, fmt::format("{} is larger than {} bytes", name, most));
    text += piece;
  });
  return text;
}

}  // namespace icsweep
