#include "tasks/sampler/python_sampler.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/schema/json.hpp"
#include "tasks/sampler/definition.hpp"

namespace icsweep {
namespace {

/// Number of targets: labels of a prompt, or coordinates of a sequence.
std::size_t targets_of(const ExampleShape& shape) {
  return std::size_t(shape.points) * (shape.labelled ? 1 : std::size_t(shape.dim));
}

}  // namespace

PythonSampler::PythonSampler(const SamplerDefinition& definition, const SamplerUse& use)
    : definition_(definition), shape_(use.shape), most_(use.most), poll_(use.poll) {
  load();
  const std::size_t bytes =
      2 * slot_bytes() + std::size_t(most_) * targets_of(shape_) * 8 * definition.baselines.size();
  memory_ = interpreter_->memory(bytes);
  const auto request = interpreter_->send({{"do", "open"},
                                           {"points", shape_.points},
                                           {"dim", shape_.dim},
                                           {"labelled", shape_.labelled},
                                           {"capacity", most_},
                                           {"own", nested_json(use.own, definition.own)},
                                           {"bytes", memory_.size()}});
  interpreter_->answer(request, definition_.file, poll_);
}

/// Loads the sampler, in a fresh interpreter if the current one has modules of another folder, or of files that have
/// changed since.
void PythonSampler::load() {
  for (int attempt = 0; attempt < 2; ++attempt) {
    interpreter_ = &Interpreter::beside_this_process();
    if (interpreter_->codes.empty()) interpreter_->folder = definition_.folder;
    if (interpreter_->folder == definition_.folder) {
      const auto request = interpreter_->send({{"do", "load"},
                                               {"folder", definition_.folder},
                                               {"copy", interpreter_->copy()},
                                               {"file", definition_.file},
                                               {"data", definition_.data}});
      const auto answer = interpreter_->answer(request, definition_.file, poll_);
      SamplerDefinition copied = definition_;
      copied.folder = interpreter_->copy();
      const auto files = answer.at("files").get<std::vector<std::string>>();
      code_ = code_of(copied, files);
      files_ = code_files_of(copied, files);
      // An interpreter keeps its copy. A configuration with other code gets a fresh one.
      interpreter_->codes[definition_.file] = code_;
      if (attempt == 1 || definition_.code.empty() || code_ == definition_.code) return;
    }
    Interpreter::end();
  }
}

PythonSampler::Asked PythonSampler::ask_for(const ExampleRange& range, int slot) {
  const auto request = interpreter_->send({{"do", "draw"},
                                           {"slot", slot},
                                           {"seed", stream_seed(range.seed, range.purpose)},
                                           {"first", range.first},
                                           {"count", range.count}});
  return {range, slot, request};
}

void PythonSampler::begin(const ExampleRange& batch, std::int64_t end) {
  if (batch.count > most_)
    throw std::runtime_error(fmt::format("{}: {} examples at once, at most {}", definition_.file, batch.count, most_));
  current_ = ahead_ && ahead_->range == batch ? *ahead_ : ask_for(batch, 1 - current_.slot);
  ahead_.reset();
  interpreter_->answer(current_.request, definition_.file, poll_);
  ExampleRange next = batch;
  next.first += batch.count;
  next.count = int(std::min<std::int64_t>(batch.count, end - next.first));
  if (next.count > 0) ahead_ = ask_for(next, 1 - current_.slot);
}

std::vector<std::string> PythonSampler::baselines() {
  const auto request =
      interpreter_->send({{"do", "inspect"}, {"slot", current_.slot}, {"count", current_.range.count}});
  return interpreter_->answer(request, definition_.file, poll_).at("names").get<std::vector<std::string>>();
}

std::span<const double> PythonSampler::predictions() {
  const auto request = interpreter_->send(
      {{"do", "predict"}, {"slot", current_.slot}, {"count", current_.range.count}, {"names", definition_.baselines}});
  ahead_.reset();  // its answer is dropped
  interpreter_->answer(request, definition_.file, poll_);
  const auto* first = reinterpret_cast<const double*>(memory_.data() + 2 * slot_bytes());
  return {first, definition_.baselines.size() * std::size_t(current_.range.count) * targets_of(shape_)};
}

void PythonSampler::expect_known_code() {
  const auto answer = interpreter_->answer(interpreter_->send({{"do", "unlisted"}}), definition_.file, poll_);
  if (const auto& file = answer.at("file"); file.is_string())
    throw std::runtime_error(
        fmt::format("{}: loads {} in a way that its hash does not see, use an import statement or name it in files",
                    definition_.file, file.get<std::string>()));
}

}  // namespace icsweep
