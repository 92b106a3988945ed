// A crate: one archive with a sweep, what its store certifies, and what was asked for beside it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/certify/certificate.hpp"

namespace icsweep {

/// A file of a crate besides those that every crate has.
struct CrateFile {
  std::string content;
  std::string description;  ///< for people: what it shows, and the command or SQL that made it
  std::string media_type;   ///< image/svg+xml
};

/// The command that checks the crate `file`, with a sample of up to five if any experiment can be run again here.
std::string check_command(const CertifiedSweep& sweep, const std::string& file);

/// What a user adds; empty where nothing was given.
struct CrateAuthor {
  std::string name{}, affiliation{}, publisher{};
  std::string license{};  ///< an identifier of spdx.org, such as CC-BY-4.0
};

struct Crate {
  std::map<std::string, std::string> files;  ///< by path in the archive
  Certificate certificate;                   ///< with the hashes of all of them but certificate.json
};

/// `name`: of the archive, for the command that checks it.
Crate make_crate(const CertifiedSweep& sweep, const StoreHeader& header, const std::map<std::string, CrateFile>& more,
                 const CrateAuthor& author, const std::string& name);

/// SHA-256 of certificate.json, which fixes the whole crate: what one cites.
std::string fingerprint(const Crate& crate);

}  // namespace icsweep
