#include "engine/ledger/code_files.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/schema/json.hpp"
#include "tasks/registry.hpp"

namespace icsweep {
namespace {

constexpr int deepest = 3;  // of JSON's brackets

}  // namespace

CodeFiles code_files_of(const TaskRegistry& tasks) {
  CodeFiles files;
  for (const Task* task : tasks.all()) {
    const auto& parameters = task->schema().parameters;
    const auto code = std::ranges::find_if(parameters, &Parameter::hashes);
    if (FileHashes hashes = task->code_files(); code != parameters.end() && !hashes.empty())
      files[task->schema().task][to_text(code->default_value)] = std::move(hashes);
  }
  return files;
}

std::string to_text(const CodeFiles& files) {
  return files.empty() ? "" : nlohmann::json(files).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

CodeFiles code_files_in(const std::string& text) try {
  if (text.empty() || !nests_at_most(text, deepest)) return {};
  return nlohmann::json::parse(text).get<CodeFiles>();
} catch (const nlohmann::json::exception&) {
  return {};
}

std::set<std::string> changed_files(const CodeFiles& files, const std::string& task, const std::string& earlier,
                                    const std::string& present) {
  const auto states = files.find(task);
  if (states == files.end()) return {};
  const auto before = states->second.find(earlier), after = states->second.find(present);
  if (before == states->second.end() || after == states->second.end()) return {};
  std::set<std::string> names;
  const auto add_others = [&](const FileHashes& some, const FileHashes& others) {
    for (const auto& [name, hash] : some)
      if (const auto other = others.find(name); other == others.end() || other->second != hash) names.insert(name);
  };
  add_others(before->second, after->second);
  add_others(after->second, before->second);
  return names;
}

}  // namespace icsweep
