#include "engine/sweep/code_of_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <ranges>

#include "engine/sweep/sweep_files.hpp"
#include "engine/sweep/points.hpp"
#include "io/store/table.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* program = "program";

/// Folder of the sweep file.
std::string folder_of(const Grid& grid) {
  const fs::path folder = fs::path(grid.place.path).parent_path();
  return fs::absolute(folder.empty() ? "." : folder).lexically_normal().string();
}

bool is_code(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text && (text->ends_with(".py") || text->ends_with(".so"));
}

/// Reads function = "polynomials.py" as function.file if the task has choices there.
void read_short_form(const TaskRegistry& known, Grid& grid) {
  const Task* task = known.get(grid.task);
  if (!task || grid.code) return;
  for (auto axis = grid.axes.begin(); axis != grid.axes.end(); ++axis) {
    const Parameter* parameter = task->schema().find(axis->name);
    if (!parameter || parameter->choices.empty() || std::ranges::none_of(axis->values, is_code)) continue;
    if (axis->values.size() > 1)
      throw sweep_error(axis->place,
                        fmt::format("{} is a file beside other values, write a [[grid]] for each file", axis->name));
    grid.code = Code{axis->name, {{"file", {std::get<std::string>(axis->values[0])}}}, 0, 0, axis->place};
    grid.axes.erase(axis);
    return;
  }
}

void expect_place_for_code(const Grid& grid) {
  if (!grid.code) {
    if (grid.task == program) throw sweep_error(grid.place, "task program has no program, add program.command = [...]");
    return;
  }
  const Code& code = *grid.code;
  if ((code.key == program) != (grid.task == program))
    throw sweep_error(code.place, fmt::format("{0}.{1} belongs to task = \"{0}\"", program, code.texts.begin()->first));
}

/// Checks what a program declares for searches.
void expect_declared(const Code& code, const std::vector<Parameter>& parameters) {
  if (const auto at_rung = code.places.find("at_rung"); at_rung != code.places.end())
    if (const std::string& name = code.texts.at("at_rung").at(0); !at_rung_named(name))
      throw sweep_error(at_rung->second, fmt::format("program.at_rung = \"{}\" is unknown, use {}", name,
                                                     fmt::join(at_rung_names, ", ")));
  const auto steps = code.places.find("steps");
  if (steps == code.places.end()) return;
  const std::string& name = code.texts.at("steps").at(0);
  std::vector<std::string> integers;
  for (const auto& p : parameters)
    if (p.type() == ValueType::integer && !p.repeats && !p.optional && !p.nullable) integers.push_back(p.name);
  if (std::ranges::find(integers, name) == integers.end())
    throw sweep_error(steps->second,
                      fmt::format("program.steps = \"{}\": it names the integer parameter that is the "
                                  "program's number of steps, and the program has {}",
                                  name, integers.empty() ? "none" : fmt::format("{}", fmt::join(integers, ", "))));
}

std::string name_of(const Grid& grid) {
  const Code& code = *grid.code;
  if (code.key == program) {
    const auto name = code.texts.find("name");
    return name == code.texts.end() ? program : name->second.at(0);
  }
  std::string name = grid.task + '_' + fs::path(code.texts.at("file").at(0)).stem().string();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

}  // namespace

bool CodeOfSweep::Brought::is_program() const {
  return base == program;
}

std::vector<std::string> CodeOfSweep::Brought::texts(const std::string& key) const {
  const auto found = code.texts.find(key);
  return found == code.texts.end() ? std::vector<std::string>{} : found->second;
}

/// Text that names the code, for a person who examines it before it runs.
std::string CodeOfSweep::Brought::runs() const {
  if (!is_program()) return texts("file").at(0);
  const auto files = texts("files");
  return fmt::format("{}{}", fmt::join(texts("command"), " "),
                     files.empty() ? "" : fmt::format(" ({})", fmt::join(files, ", ")));
}

ProgramDefinition CodeOfSweep::Brought::program_definition() const {
  ProgramDefinition definition{.name = task,
                               .command = texts("command"),
                               .results = texts("results"),
                               .files = named_files(folder, texts("files")),
                               .folder = folder,
                               .seconds = code.seconds,
                               .parameters = own.parameters()};
  if (code.silent_after > 0) definition.silent_after = code.silent_after;
  for (const auto& text : texts("steps")) definition.steps = text;
  if (const auto steps = code.places.find("steps"); steps != code.places.end())
    definition.steps_place = fmt::format("{}:{}", steps->second.path, steps->second.line);
  for (const auto& text : texts("version")) definition.version = text;
  for (const auto& text : texts("at_rung")) definition.at_rung = text;
  definition.checkpoints = definition.at_rung.empty() || definition.at_rung == name_of(AtRung::saves);
  definition.code = code_of(definition);
  return definition;
}

SamplerDefinition CodeOfSweep::Brought::sampler_definition() const {
  return {.task = task,
          .base = base,
          .parameter = code.key,
          .file = texts("file").at(0),
          .folder = folder,
          .data = named_files(folder, texts("files")),
          .own = own.parameters()};
}

CodeOfSweep::CodeOfSweep(const TaskRegistry& known, Sweep& sweep) : known_(known) {
  for (std::size_t i = 0; i < sweep.grids.size(); ++i) {
    Grid& grid = sweep.grids[i];
    read_short_form(known, grid);
    expect_place_for_code(grid);
    if (!grid.code) continue;
    const std::string name = name_of(grid), prefix = grid.code->key == program ? "" : grid.code->key + '_';
    if (known.get(name))
      throw sweep_error(grid.code->place, fmt::format("there is a task \"{}\" already, give another name", name));
    OwnParameters own(grid, prefix);
    auto same = std::ranges::find(brought_, name, &Brought::task);
    if (same == brought_.end()) {
      brought_.push_back({name, grid.task, folder_of(grid), *grid.code, i, std::move(own)});
    } else {
      if (same->code.texts != grid.code->texts || same->base != grid.task || same->folder != folder_of(grid))
        throw sweep_error(grid.code->place, fmt::format("task {} has other code at line {}, give one another name",
                                                        name, same->code.place.line));
      if (same->code.added != grid.code->added)
        throw sweep_error(grid.code->added.empty() ? grid.code->place : grid.code->added_place,
                          fmt::format("{}.added of task {} is another at line {}, write the same in both",
                                      grid.code->key, name, same->code.place.line));
      same->own.join(own);
    }
    grid.task = name;
  }
  for (auto& b : brought_) {
    expect_declared(b.code, b.own.parameters());
    located(b.code.place, "", [&] {
      b.made = b.is_program() ? program_task(b.program_definition()) : sampled_task(b.sampler_definition());
    });
  }
  put_together();
}

void CodeOfSweep::put_together() {
  tasks_ = known_;
  std::vector<Table> tables;  // of this sweep, without compiled tasks, which any sweep may join in a store
  tables.reserve(brought_.size());
  for (const auto& b : brought_) {
    located(b.code.place, "", [&] {  // refuses taken names
      tables.push_back(make_table(b.made->schema()));
      std::vector<const Table*> all;
      for (const auto& table : tables) all.push_back(&table);
      expect_distinct_sql_names(all);
    });
    tasks_.add(b.made);
  }
}

void CodeOfSweep::refuse() const {
  if (brought_.empty()) return;
  std::vector<std::string> all;
  for (const auto& b : brought_)
    if (std::ranges::find(all, b.runs()) == all.end()) all.push_back(b.runs());
  throw sweep_error(
      brought_.front().code.place,
      fmt::format("this sweep would run code: {}; look at it, then add --allow-code", fmt::join(all, ", ")));
}

void CodeOfSweep::inspect(const Sweep& sweep) {
  for (auto& b : brought_) {
    if (b.is_program()) continue;
    const Values first = Points(tasks_, sweep.grids[b.grid]).first().values();
    located(b.code.place, "", [&] { b.made = sampled_task(inspected(b.sampler_definition(), first)); });
  }
  put_together();
}

bool names_code(const TaskRegistry& known, Sweep sweep) {
  for (auto& grid : sweep.grids) read_short_form(known, grid);
  return std::ranges::any_of(sweep.grids, [](const Grid& grid) { return grid.code.has_value(); });
}

}  // namespace icsweep
