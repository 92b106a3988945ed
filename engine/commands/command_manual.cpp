#include <algorithm>
#include <filesystem>
#include <iostream>

#include "engine/commands/manual_page.hpp"
#include "io/base/error.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

std::string file_name(std::string page) {
  std::replace(page.begin(), page.end(), ' ', '-');
  return page + ".1";
}

void write_pages(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  write_whole_file((folder / file_name("icsweep")).string(), {program_page()});
  for (const auto& command : all_commands())
    write_whole_file((folder / file_name("icsweep " + std::string(command.name))).string(), {command_page(command)});
}

}  // namespace

int manual_command(const Arguments& arguments) {
  if (arguments.size() == 2 && arguments[0] == "--into") {
    write_pages(arguments[1]);
    return exit_success;
  }
  if (arguments.empty()) {
    std::cout << program_page();
    return exit_success;
  }
  const Command* command = find_command(arguments);
  if (command && words_of(*command) == arguments.size()) {
    std::cout << command_page(*command);
    return exit_success;
  }
  if (arguments.size() > 1) throw Error(ErrorKind::config, "manual: usage: icsweep manual [COMMAND | --into FOLDER]");
  throw Error(ErrorKind::config, "manual: there is no command \"" + arguments[0] + "\"; icsweep alone lists them");
}

}  // namespace icsweep
