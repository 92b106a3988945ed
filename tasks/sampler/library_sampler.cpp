#include "tasks/sampler/library_sampler.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>

#include "io/base/temporary_folder.hpp"
#include "tasks/sampler/definition.hpp"
#define ICSWEEP_SAMPLER_HOST
#include "tasks/sampler/icsweep_sampler.h"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

/// The loader's message without the path at its start.
std::string loader_error(const std::string& path) {
  const char* text = ::dlerror();
  std::string reason = text ? text : "";
  if (reason.starts_with(path + ": ")) reason.erase(0, path.size() + 2);
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return reason;
}

void* loaded_sample(const std::string& path, const std::string& file) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(fmt::format("{}: {}", file, loader_error(path)));
  const auto* version = static_cast<const std::int32_t*>(::dlsym(library, "icsweep_sampler_version"));
  if (!version)
    throw std::runtime_error(
        fmt::format("{}: is not a sampler, it has no icsweep_sampler_version: include icsweep/sampler.h", file));
  if (*version != ICSWEEP_SAMPLER_VERSION)
    throw std::runtime_error(
        fmt::format("{}: was made for version {} of icsweep/sampler.h, this program has {}: "
                    "compile it again with this program's header",
                    file, *version, ICSWEEP_SAMPLER_VERSION));
  void* const sample = ::dlsym(library, "icsweep_sample");
  if (!sample) throw std::runtime_error(fmt::format("{}: is not a sampler, it has no function icsweep_sample()", file));
  return sample;
}

std::vector<icsweep_parameter> c_parameters(const Values& own) {
  std::vector<icsweep_parameter> all;
  for (const auto& [name, value] : own) {
    icsweep_parameter p{name.c_str(), ICSWEEP_REAL, 0, std::nan(""), ""};  // none is NaN
    if (const auto* integer = std::get_if<std::int64_t>(&value)) p.type = ICSWEEP_INTEGER, p.integer = *integer;
    if (const auto* flag = std::get_if<bool>(&value)) p.type = ICSWEEP_INTEGER, p.integer = *flag;
    if (const auto* real = std::get_if<double>(&value)) p.real = *real;
    if (const auto* text = std::get_if<std::string>(&value)) p.type = ICSWEEP_TEXT, p.text = text->c_str();
    if (const auto* list = std::get_if<Composite>(&value)) p.type = ICSWEEP_TEXT, p.text = list->json.c_str();
    all.push_back(p);
  }
  return all;
}

/// This process's copies, by the original's path.
std::map<std::string, std::unique_ptr<PrivateFolder>>& copies() {
  static std::map<std::string, std::unique_ptr<PrivateFolder>> all;
  return all;
}

/// A private folder with a copy of the library.
std::unique_ptr<PrivateFolder> copied(const SamplerDefinition& definition) {
  auto copy = std::make_unique<PrivateFolder>("sampler");
  const fs::path original = fs::path(definition.folder) / definition.file,
                 target = fs::path(copy->path()) / definition.file;
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  if (!fs::copy_file(original, target, error))
    throw std::runtime_error(fmt::format("{}: cannot be read ({})", definition.file, error.message()));
  return copy;
}

bool all_finite(const float* values, std::size_t count) {
  bool finite = true;
  for (std::size_t i = 0; i < count; ++i) finite &= std::isfinite(values[i]);
  return finite;
}

}  // namespace

LibrarySampler::LibrarySampler(const SamplerDefinition& definition, const SamplerUse& use)
    : definition_(definition), file_(definition.file), shape_(use.shape), own_(use.own) {
  data_code_ = code_of(definition, {});
  auto& copy = copies()[(fs::path(definition.folder) / file_).string()];
  if (!copy || definition.code.empty() || code_of(definition, {file_}, copy->path()) != definition.code)
    copy = copied(definition);
  code_ = code_of(definition, {file_}, copy->path());
  files_ = code_files_of(definition, {file_}, copy->path());
  sample_ = loaded_sample((fs::path(copy->path()) / file_).string(), file_);
}

void LibrarySampler::expect_unchanged() const {
  if (code_of(definition_, {}) != data_code_)
    throw std::runtime_error(fmt::format("{}: its data have changed while it ran: run the sweep again", file_));
}

const float* LibrarySampler::read(int index, float* buffer) {
  const std::vector<icsweep_parameter> own = c_parameters(own_);
  char message[256] = "";
  const icsweep_request request{.version = ICSWEEP_SAMPLER_VERSION,
                                .parameters = std::int32_t(own.size()),
                                .parameter = own.data(),
                                .seed = std::uint64_t(stream_seed(batch_.seed, batch_.purpose)),
                                .first = batch_.first + index,
                                .count = 1,
                                .points = shape_.points,
                                .dim = shape_.dim,
                                .message = message,
                                .message_size = sizeof message};
  float* const labels = shape_.labelled ? buffer + std::size_t(shape_.points) * std::size_t(shape_.dim) : nullptr;
  const int answer = reinterpret_cast<decltype(&icsweep_sample)>(sample_)(&request, buffer, labels);
  message[sizeof message - 1] = 0;
  if (answer != 0) refuse(answer, message);
  if (!all_finite(buffer, shape_.scalars())) refuse(0, fmt::format("example {} is not finite", request.first).c_str());
  return buffer;
}

void LibrarySampler::refuse(int answer, const char* message) const {
  std::string text = *message ? message : fmt::format("icsweep_sample() returned {}", answer);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  throw std::runtime_error(fmt::format("{}: {}", file_, text));
}

}  // namespace icsweep
