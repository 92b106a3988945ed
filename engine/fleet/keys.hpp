// The keys by which a launch and its guests recognise each other.
#pragma once

#include <optional>
#include <string>

namespace icsweep {

/// A key pair of CURVE [Bernstein 2006], each half in the 40 characters of Z85.
struct CurveKeys {
  std::string open, secret;
};

/// New random keys.
CurveKeys new_curve_keys();

/// The keys with which a guest gets in: the public key of the port, and the only key pair that the port admits.
struct Admission {
  std::string port;
  CurveKeys guest;
};

/// "STORE.key", for the file that STORE's links lead to.
std::string admission_path(const std::string& store);

/// The file beside a store that admits guests. Only this user can read it.
class AdmissionFile {
 public:
  /// Replaces the file of an earlier launch. Throws Error(store) if it cannot be written.
  AdmissionFile(const std::string& store, Admission admission);
  /// Removes the file, unless another launch has replaced it.
  ~AdmissionFile();
  AdmissionFile(const AdmissionFile&) = delete;
  AdmissionFile& operator=(const AdmissionFile&) = delete;

 private:
  std::string store_;
  Admission admission_;
};

/// The content of the file; nothing if it is missing or has another form. Throws Error(config) if it belongs to another
/// user or others may read it.
std::optional<Admission> read_admission(const std::string& store);

}  // namespace icsweep
