#include "engine/certify/crate_metadata.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/evidence/sha256.hpp"
#include "io/base/whole_file.hpp"

namespace icsweep {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char *crate_1_1 = "https://w3id.org/ro/crate/1.1",
                     *workflow_crate = "https://w3id.org/workflowhub/workflow-ro-crate/1.0",
                     *process_run = "https://w3id.org/ro/wfrun/process/0.5",
                     *workflow_run = "https://w3id.org/ro/wfrun/workflow/0.5";
constexpr const char *program_id = "#icsweep", *language_id = "#sweep-file", *author_id = "#author",
                     *affiliation_id = "#affiliation", *publisher_id = "#publisher";

OrderedJson link(const std::string& id) {
  return {{"@id", id}};
}

/// Entities of a crate, in order. A list of one value is written as that value, as RO-Crate recommends.
class Graph {
 public:
  void add(const std::string& id, OrderedJson entity) {
    OrderedJson whole{{"@id", id}};
    for (auto& value : entity)
      if (value.is_array() && value.size() == 1) value = OrderedJson(value[0]);
    whole.update(entity);
    entities_.push_back(std::move(whole));
  }
  std::string text() const {
    const OrderedJson document{
        {"@context", {std::string(crate_1_1) + "/context", "https://w3id.org/ro/terms/workflow-run/context"}},
        {"@graph", entities_}};
    return document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
  }

 private:
  OrderedJson entities_ = OrderedJson::array();
};

/// UTC with its offset, which the validators of the profiles require.
std::string with_offset(const std::string& utc) {
  return utc.ends_with('Z') ? utc.substr(0, utc.size() - 1) + "+00:00" : utc;
}

std::string license_id(const std::string& spdx) {
  return "https://spdx.org/licenses/" + spdx;
}

/// Numbers of the crate, by the identifier of their entity.
std::map<std::string, std::pair<std::string, OrderedJson>> values_of(const Certificate& c) {
  std::map<std::string, std::pair<std::string, OrderedJson>> values{
      {"#merkle-root", {"Merkle root over rows.jsonl (RFC 6962, SHA-256)", c.root}},
      {"#instruction-set-level", {"instruction-set level of the results", fmt::format("{}", fmt::join(c.levels, " "))}},
      {"#core-seconds", {"processor time of the experiments in seconds", c.core_seconds}}};
  for (const auto& [outcome, count] : c.outcomes)
    values["#experiments-" + outcome] = {fmt::format("experiments with the outcome {}", outcome), count};
  return values;
}

void add_profiles(Graph& graph) {
  for (const auto& [id, name, version] : {std::tuple{process_run, "Process Run Crate", "0.5"},
                                          {workflow_run, "Workflow Run Crate", "0.5"},
                                          {workflow_crate, "Workflow RO-Crate", "1.0"}})
    graph.add(id, {{"@type", "CreativeWork"}, {"name", name}, {"version", version}});
}

void add_root(Graph& graph, const Certificate& c, const StoreHeader& header,
              const std::map<std::string, CrateFile>& files, const CrateAuthor& author) {
  OrderedJson parts = OrderedJson::array(), values = OrderedJson::array(), actions = OrderedJson::array();
  for (const auto& [name, file] : files) parts.push_back(link(name));
  for (const auto& [id, value] : values_of(c)) values.push_back(link(id));
  for (const auto& launch : header.launches) actions.push_back(link(fmt::format("#launch-{}", launch.number)));
  OrderedJson root{
      {"@type", "Dataset"},
      {"name", fmt::format("Results of the sweep \"{}\"", c.sweep)},
      {"description", fmt::format("{} experiments of in-context learning by icsweep, with a certificate by which "
                                  "they can be run again and compared bit by bit",
                                  c.rows)},
      {"datePublished", with_offset(c.made)},
      {"conformsTo", {link(process_run), link(workflow_run), link(workflow_crate)}},
      {"license", author.license.empty() ? OrderedJson("Not stated: ask the author before you use it.")
                                         : link(license_id(author.license))},
      {"hasPart", parts},
      {"mainEntity", link(crate_file::sweep)},
      {"mentions", actions},
      {"variableMeasured", values}};
  if (!author.name.empty()) root["author"] = link(author_id);
  if (!author.publisher.empty()) root["publisher"] = link(publisher_id);
  graph.add("./", root);
  for (const auto& [id, value] : values_of(c))
    graph.add(id, {{"@type", "PropertyValue"}, {"name", value.first}, {"value", value.second}});
}

void add_program(Graph& graph, const Certificate& c) {
  graph.add(program_id, {{"@type", "SoftwareApplication"},
                         {"name", "icsweep"},
                         {"description", "runs grids of in-context-learning experiments over MPI ranks"},
                         {"softwareVersion", c.programs.empty() ? c.program : c.programs.back()}});
}

void add_files(Graph& graph, const std::map<std::string, CrateFile>& files, const CrateAuthor& author) {
  for (const auto& [name, file] : files) {
    OrderedJson entity{
        {"@type", "File"}, {"name", name}, {"description", file.description}, {"encodingFormat", file.media_type}};
    if (name != crate_file::certificate) {
      entity["contentSize"] = std::to_string(file.content.size());
      entity["sha256"] = sha256(file.content);
    }
    if (name == crate_file::read_me) entity["about"] = link("./");
    if (name == crate_file::sweep) {
      entity["@type"] = {"File", "SoftwareSourceCode", "ComputationalWorkflow"};
      entity["programmingLanguage"] = link(language_id);
      entity["softwareRequirements"] = link(program_id);
      entity["version"] = content_hash(file.content);
      if (!author.name.empty()) entity["author"] = link(author_id);
      if (!author.license.empty()) entity["license"] = link(license_id(author.license));
    }
    graph.add(name, entity);
  }
  graph.add(language_id, {{"@type", "ComputerLanguage"},
                          {"name", "icsweep sweep file (TOML)"},
                          {"alternateName", "icsweep"},
                          {"identifier", link("https://toml.io/")},
                          {"url", link("https://toml.io/")}});
}

void add_launches(Graph& graph, const StoreHeader& header, const CrateAuthor& author) {
  for (const auto& launch : header.launches) {
    const bool completed = launch.ending == ending::complete;
    OrderedJson action{{"@type", "CreateAction"},
                       {"name", fmt::format("Launch {} of the sweep, {}", launch.number,
                                            launch.ending.empty() ? "not ended" : launch.ending)},
                       {"description", fmt::format("{}, on {} ({}), hosts {}", launch.command, launch.program,
                                                   launch.level, launch.hosts)},
                       {"instrument", link(crate_file::sweep)},
                       {"object", link(crate_file::sweep)},
                       {"result", link(crate_file::rows)},
                       {"startTime", with_offset(launch.began)},
                       {"actionStatus", completed ? "http://schema.org/CompletedActionStatus"
                                                  : "http://schema.org/FailedActionStatus"}};
    if (!launch.ended.empty()) action["endTime"] = with_offset(launch.ended);
    if (!author.name.empty()) action["agent"] = link(author_id);
    graph.add(fmt::format("#launch-{}", launch.number), action);
  }
}

void add_author(Graph& graph, const CrateAuthor& author) {
  if (!author.name.empty()) {
    OrderedJson person{{"@type", "Person"}, {"name", author.name}};
    if (!author.affiliation.empty()) person["affiliation"] = link(affiliation_id);
    graph.add(author_id, person);
  }
  for (const auto& [id, name] : {std::pair{affiliation_id, author.affiliation}, {publisher_id, author.publisher}})
    if (!name.empty()) graph.add(id, {{"@type", "Organization"}, {"name", name}});
  if (author.license.empty()) return;
  graph.add(license_id(author.license), {{"@type", "CreativeWork"},
                                         {"name", author.license},
                                         {"description", "the licence of that identifier in the SPDX list"}});
}

}  // namespace

std::string crate_metadata(const Certificate& certificate, const StoreHeader& header,
                           const std::map<std::string, CrateFile>& files, const CrateAuthor& author) {
  Graph graph;
  graph.add(
      crate_file::metadata,
      {{"@type", "CreativeWork"}, {"about", link("./")}, {"conformsTo", {link(crate_1_1), link(workflow_crate)}}});
  add_root(graph, certificate, header, files, author);
  add_profiles(graph);
  add_program(graph, certificate);
  add_files(graph, files, author);
  add_launches(graph, header, author);
  add_author(graph, author);
  return graph.text();
}

}  // namespace icsweep
