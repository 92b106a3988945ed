#include "io/figures/gnuplot.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "io/error.hpp"
#include "io/figures/metadata.hpp"

extern char** environ;

namespace icsweep {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// A file without a name. Files instead of pipes, so that neither program ever waits for the other.
File nameless_file(const std::string& contents = "") {
  File file(std::tmpfile(), std::fclose);
  if (!file || std::fwrite(contents.data(), 1, contents.size(), file.get()) != contents.size() ||
      std::fflush(file.get()) != 0)
    throw Error(ErrorKind::config,
                fmt::format("figure: no temporary file ({}), free space in " P_tmpdir, std::strerror(errno)));
  std::rewind(file.get());
  return file;
}

std::string contents_of(const File& file) {
  std::rewind(file.get());
  std::string text;
  char buffer[65536];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) text.append(buffer, n);
  return text;
}

/// Runs gnuplot with one file as input and two as output and errors; returns its exit status.
int run_gnuplot(const File& input, const File& output, const File& errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int number = 0;
  for (const File* file : {&input, &output, &errors})
    posix_spawn_file_actions_adddup2(&actions, fileno(file->get()), number++);
  char name[] = "gnuplot", defaults[] = "-d";  // without the user's start-up file
  char* arguments[] = {name, defaults, nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    throw Error(ErrorKind::config, fmt::format("figure: gnuplot, which draws the figures, does not start ({}), install "
                                               "it (Debian and Ubuntu: gnuplot-nox)",
                                               std::strerror(failed)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The last line with text, which is gnuplot's message.
std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of("\n ");
  if (end == std::string::npos) return "no message";
  const auto begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? -1 : long(begin)));
}

/// Removes the marks of size zero that gnuplot puts on error bars: librsvg opens no picture that has them.
void remove_empty_marks(std::string& svg) {
  std::string kept;
  for (std::size_t begin = 0; begin < svg.size();) {
    const std::size_t end = std::min(svg.find('\n', begin), svg.size() - 1) + 1;
    const std::string line = svg.substr(begin, end - begin);
    if (!line.starts_with("\t<use ") || line.find(" scale(0.00)'") == std::string::npos) kept += line;
    begin = end;
  }
  svg = std::move(kept);
}

}  // namespace

ImageFormat image_format(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".svg") return ImageFormat::svg;
  if (ending == ".pdf") return ImageFormat::pdf;
  if (ending == ".png") return ImageFormat::png;
  throw Error(ErrorKind::config, fmt::format("{}: a figure's file ends in .svg, .pdf or .png", path));
}

std::string draw(const Plot& plot, ImageFormat format) {
  const File input = nameless_file(gnuplot_script(plot, format)), output = nameless_file(), errors = nameless_file();
  const int status = run_gnuplot(input, output, errors);
  std::string picture = contents_of(output);
  if (status != 0 || picture.empty())
    throw Error(ErrorKind::config,
                fmt::format("figure: gnuplot ended with status {}: {}", status, last_line(contents_of(errors))));
  if (format == ImageFormat::svg) remove_empty_marks(picture);
  add_metadata(picture, format, plot.title, plot.command);
  return picture;
}

}  // namespace icsweep
