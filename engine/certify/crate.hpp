// A crate: an archive with a sweep, the certificate of its store, and requested figures and tables.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/certify/certificate.hpp"

namespace icsweep {

/// File of a crate that not every crate has.
struct CrateFile {
  std::string content;
  std::string description;  ///< for people: its content, and the command or SQL that made it
  std::string media_type;   ///< image/svg+xml
};

/// Command that checks the crate `file`, with a sample of up to five if any experiment can run again here.
std::string check_command(const CertifiedSweep& sweep, const std::string& file);

/// Information from the user; empty by default.
struct CrateAuthor {
  std::string name{}, affiliation{}, publisher{};
  std::string license{};  ///< an identifier of spdx.org, such as CC-BY-4.0
};

struct Crate {
  std::map<std::string, std::string> files;  ///< by path in the archive
  Certificate certificate;                   ///< with the hashes of all files except certificate.json
};

/// name: of the archive, for the command that checks it.
Crate make_crate(const CertifiedSweep& sweep, const StoreHeader& header, const std::map<std::string, CrateFile>& more,
                 const CrateAuthor& author, const std::string& name);

/// SHA-256 of certificate.json. It fixes the whole crate, and people cite it.
std::string fingerprint(const Crate& crate);

}  // namespace icsweep
