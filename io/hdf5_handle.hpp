// HDF5's C calls, each wrapped once: handles close themselves, failures carry HDF5's own text.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

namespace icsweep::hdf5 {

/// Owns an identifier of any kind (file, dataset, space, type, property list, attribute, group).
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) H5Idec_ref(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

/// Throws Error(store) "what: HDF5's innermost message" if result is negative; returns it otherwise.
hid_t check(hid_t result, const std::string& what);
/// The same for a call that gives an identifier.
Handle own(hid_t id, const std::string& what);

/// Called once before the first HDF5 call: no messages of its own on stderr, no file locking (a reader must never block
/// a writer).
void prepare();

Handle text_type(int width);
Handle scalar_space();
void write_text_attribute(hid_t object, const std::string& name, const std::string& text);
std::string read_text_attribute(hid_t object, const std::string& name);

}  // namespace icsweep::hdf5
