#include "engine/commands/task_modules.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/cluster/first_rank.hpp"
#include "io/base/say.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/task_module.hpp"

namespace icsweep {
namespace {

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw Error(ErrorKind::config, fmt::format("--tasks {}: {}", file, why));
}

/// First line of the last message of the loader.
std::string loader_message() {
  const char* message = ::dlerror();
  const std::string text = message ? message : "it cannot be loaded";
  return text.substr(0, text.find('\n'));
}

/// Path of a private copy, so that a build may overwrite the file while experiments run. It is removed when the process
/// ends.
std::string copied(const std::string& file) {
  static const PrivateFolder folder("module");
  static int number = 0;
  const auto name = std::filesystem::path(file).filename().string();
  const std::string copy = fmt::format("{}/{}-{}", folder.path(), ++number, name);
  std::error_code error;
  if (!std::filesystem::copy_file(file, copy, error))
    refuse(file, fmt::format("cannot be copied ({})", error.message()));
  return copy;
}

const Task& task_in(const std::string& file) {
  if (!std::filesystem::exists(file)) refuse(file, "there is no such file, build it first");
  void* const module = ::dlopen(copied(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module) refuse(file, loader_message());
  const auto* found = static_cast<const TaskModule*>(::dlsym(module, "icsweep_task_module"));
  if (!found) refuse(file, "is no module with a task, end it with ICSWEEP_TASK_MODULE");
  if (std::string_view(found->interface) != ICSWEEP_INTERFACE)
    refuse(file,
           fmt::format("was built for icsweep {}, this is {}; build it anew", found->interface, ICSWEEP_INTERFACE));
  const auto* optimised = static_cast<const int*>(::dlsym(module, "icsweep_module_is_optimised"));
  if (optimised && *optimised == 0 && is_first_rank())
    say(stderr,
        "--tasks {}: was compiled without optimisation and is many times slower; build it with "
        "-DCMAKE_BUILD_TYPE=Release\n",
        file);
  return found->task();
}

}  // namespace

TaskRegistry with_modules(const TaskRegistry& known, Arguments& arguments) {
  TaskRegistry tasks = known;
  const bool allowed = std::ranges::count(arguments, "--allow-code") > 0;
  auto next = arguments.begin();
  for (; next != arguments.end() && (*next == "--tasks" || *next == "--allow-code"); ++next) {
    if (*next == "--allow-code") continue;
    if (++next == arguments.end()) throw Error(ErrorKind::config, "--tasks: name a module, such as ./libmine.so");
    if (!allowed) refuse(*next, "would run its code; if you trust it, add --allow-code");
    const Task& task = task_in(*next);
    if (tasks.get(task.schema().task)) refuse(*next, fmt::format("there is a task \"{}\" already", task.schema().task));
    tasks.add(task);
  }
  arguments.erase(arguments.begin(), next);
  return tasks;
}

}  // namespace icsweep
