// Wrappers for HDF5's C calls: handles close themselves, and errors contain HDF5's own text. The store's headers do not
// include HDF5's headers, which include MPI's. Only io/store/hdf5_*.cpp include them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace icsweep::hdf5 {

using Id = std::int64_t;  ///< HDF5's hid_t

/// Owns an identifier of any kind (file, dataset, space, type, property list, attribute, group).
class Handle {
 public:
  Handle() = default;
  explicit Handle(Id id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, invalid)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle();
  void close() { Handle().swap(*this); }
  operator Id() const { return id_; }

 private:
  void swap(Handle& other) { std::swap(id_, other.id_); }
  static constexpr Id invalid = -1;
  Id id_ = invalid;
};

/// Throws Error(store) "what: HDF5's innermost message" if result is negative; otherwise returns it.
Id check(Id result, const std::string& what);
/// The same for a call that returns an identifier.
Handle own(Id id, const std::string& what);

/// Throws Error(store) "what: HDF5's innermost message", once, if closing a handle failed in this thread. Datasets and
/// files write their buffers on closing, and destructors cannot throw, so the first failure is kept for this call. Call
/// it after closing what was written.
void expect_closed(const std::string& what);
/// Clears kept failures. Call it before writing: an earlier failure belongs to other code, which has reported it.
void forget_failed_closes();

/// Prepares HDF5 before its first use: no messages of its own on standard error, and no file locking, since a reader
/// must never block a writer.
void prepare();

/// "1.10.8"
std::string library_version();

/// The property list of every dataset: contiguous, allocated and, if `filled`, filled at once, without times.
Handle frozen_layout(bool filled = true);
Handle text_type(int width);
Handle scalar_space();
/// Bytes of one text of fixed length, at most 64 MiB. Throws Error(store) for anything else.
std::size_t text_size(Id type, Id space, const std::string& what);
void write_text_attribute(Id object, const std::string& name, const std::string& text);
std::string read_text_attribute(Id object, const std::string& name);

}  // namespace icsweep::hdf5
