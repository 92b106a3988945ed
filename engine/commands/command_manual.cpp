#include <algorithm>
#include <filesystem>
#include <iostream>

#include "engine/commands/manual_page.hpp"
#include "io/error.hpp"
#include "io/whole_file.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

std::string file_name(std::string page) {
  std::replace(page.begin(), page.end(), ' ', '-');
  return page + ".1";
}

/// The interfaces of all commands; bench and bench sweep have a page each.
std::vector<Interface> interfaces(std::span<const Command> commands) {
  std::vector<Interface> all;
  for (const auto& command : commands) {
    all.push_back(interface_of(command));
    if (command.name == std::string("bench")) all.push_back(interface_of(command, {"sweep"}));
  }
  return all;
}

void write_pages(std::span<const Command> commands, const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  write_whole_file((folder / file_name("icsweep")).string(), {program_page(commands)});
  for (const auto& i : interfaces(commands))
    write_whole_file((folder / file_name("icsweep " + std::string(i.command.name))).string(), {command_page(i)});
}

}  // namespace

int manual_command(std::span<const Command> commands, const Arguments& arguments) {
  if (arguments.size() == 2 && arguments[0] == "--into") {
    write_pages(commands, arguments[1]);
    return exit_success;
  }
  if (arguments.size() > 1) throw Error(ErrorKind::config, "manual: usage: icsweep manual [COMMAND | --into FOLDER]");
  if (arguments.empty()) {
    std::cout << program_page(commands);
    return exit_success;
  }
  for (const auto& i : interfaces(commands))
    if (i.command.name == arguments[0]) {
      std::cout << command_page(i);
      return exit_success;
    }
  throw Error(ErrorKind::config, "manual: there is no command \"" + arguments[0] + "\"; icsweep alone lists them");
}

}  // namespace icsweep
