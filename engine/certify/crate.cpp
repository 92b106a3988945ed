#include "engine/certify/crate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/certify/crate_metadata.hpp"
#include "io/evidence/sha256.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

std::string read_me(const CertifiedSweep& sweep, const std::map<std::string, CrateFile>& more,
                    const std::string& name) {
  const Certificate& c = sweep.certificate;
  std::string text = fmt::format("# The sweep \"{}\"\n\n{}, Merkle root {}.\n\n| outcome | experiments |\n|---|---|\n",
                                 c.sweep, counted(int(c.rows), "experiment"), c.root);
  for (const auto& [outcome, count] : c.outcomes) text += fmt::format("| {} | {} |\n", outcome, count);
  text += fmt::format(
      "\nComputed at {} by\n\n{}\n\nTo check this archive, and with --sample to run some of its experiments again and "
      "compare their results bit by bit:\n\n    {}\n\nFor a sample the same level is needed, and a build of the same "
      "sources by the same compiler.\n\n| file | content |\n|---|---|\n",
      fmt::join(c.levels, " and "), fmt::join(c.programs, "\n"), check_command(sweep, name));
  for (const auto& [file, entry] : more) text += fmt::format("| `{}` | {} |\n", file, entry.description);
  return text;
}

}  // namespace

std::string check_command(const CertifiedSweep& sweep, const std::string& file) {
  const auto sample = std::min<std::int64_t>(5, sweep.repeatable);
  return fmt::format("icsweep verify {}{}", file, sample > 0 ? fmt::format(" --sample {}", sample) : "");
}

Crate make_crate(const CertifiedSweep& sweep, const StoreHeader& header, const std::map<std::string, CrateFile>& more,
                 const CrateAuthor& author, const std::string& name) {
  std::map<std::string, CrateFile> files = more;
  files[crate_file::rows] = {sweep.rows, "a line per experiment: parameters, outcome, SHA-256 of its results",
                             "application/jsonlines"};
  files[crate_file::sweep] = {header.sweep_text, "the sweep that was run", "application/toml"};
  if (!header.resolved.empty())
    files[crate_file::resolved] = {header.resolved, "the same sweep with every parameter written out",
                                   "application/toml"};
  std::map<std::string, CrateFile> listed = files;
  listed[crate_file::certificate] = {"", "counts, versions, Merkle root, and SHA-256 of the other files",
                                     "application/json"};
  files[crate_file::read_me] = {read_me(sweep, listed, name), "what this is, for people", "text/markdown"};
  listed[crate_file::read_me] = files[crate_file::read_me];
  Crate crate{{}, sweep.certificate};
  for (const auto& [path, file] : files) crate.files[path] = file.content;
  crate.files[crate_file::metadata] = crate_metadata(crate.certificate, header, listed, author);
  for (const auto& [path, content] : crate.files) crate.certificate.files[path] = sha256(content);
  crate.files[crate_file::certificate] = to_text(crate.certificate);
  return crate;
}

std::string fingerprint(const Crate& crate) {
  return sha256(crate.files.at(crate_file::certificate));
}

}  // namespace icsweep
