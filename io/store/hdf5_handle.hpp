// HDF5's C calls, each wrapped once: handles close themselves, failures carry HDF5's own text. The headers of the store
// do not include HDF5's (which brings MPI's): only io/hdf5_*.cpp see them.
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

/// Throws Error(store) "what: HDF5's innermost message" if result is negative; returns it otherwise.
Id check(Id result, const std::string& what);
/// The same for a call that gives an identifier.
Handle own(Id id, const std::string& what);

/// What a file still holds back is written when datasets and files are closed, by destructors, which cannot throw: they
/// keep the first failure. Throws Error(store) "what: HDF5's innermost message" if there is one in this thread, once.
/// Call it after what was written is closed.
void expect_closed(const std::string& what);
/// Before something is written: what failed to close until now is somebody else's, who has said so.
void forget_failed_closes();

/// Called once before the first HDF5 call: no messages of its own on stderr, no file locking (a reader must never block
/// a writer).
void prepare();

/// "1.10.8"
std::string library_version();

/// How every dataset is made: contiguous, allocated and filled at once, no times kept.
Handle frozen_layout();
Handle text_type(int width);
Handle scalar_space();
/// Bytes of one text of fixed length, of at most 64 MiB; throws Error(store) if it is anything else.
std::size_t text_size(Id type, Id space, const std::string& what);
void write_text_attribute(Id object, const std::string& name, const std::string& text);
std::string read_text_attribute(Id object, const std::string& name);

}  // namespace icsweep::hdf5
