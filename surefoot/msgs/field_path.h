#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// The names of all fields, e.g. "linear, angular".
std::string FieldNames(const TypeInfo& type);

/// Sets the field at a path such as "twist.linear.x" from text; items of arrays are separated as in
/// "1;2;3". Returns an empty string, or what is wrong.
std::string SetField(const TypeInfo& type, const std::string& path, const std::string& text,
                     void* message);
template <typename T>
std::string SetField(const std::string& path, const std::string& text, T* message) {
  return SetField(T::type(), path, text, message);
}

/// The position of a number in the messages of one type: "angular_velocity.x", "ranges[3]".
/// Resolved once by name, then read and written without searching or allocating. Immutable and
/// thread-safe.
///
///   FieldPath path = SUREFOOT_TRY(FieldPath::Make(type, "ranges[3]"));
///   std::optional<double> range = path.Get(&scan);
class FieldPath {
 public:
  /// Fails if the path does not exist; the error lists the available fields.
  static Result<FieldPath> Make(const TypeInfo& type, const std::string& path);

  /// Booleans are 0 and 1; absent if an array is too short for the index.
  std::optional<double> Get(const void* message) const;
  /// Rounds for integers. Returns false and changes nothing if the value does not fit or the array
  /// is too short.
  bool Set(double value, void* message) const;

 private:
  struct Step {
    int field = 0;
    std::size_t item = 0;
  };
  struct Place {
    void* item = nullptr;
    FieldRef::Kind kind = FieldRef::Kind::kMessage;
  };
  explicit FieldPath(const TypeInfo* type) : type_(type) {}
  /// Adds a step to the path, starting in a message of `type`; returns the field's kind and type.
  Status Add(const TypeInfo& type, const std::string& part, FieldRef::Kind* kind,
             const TypeInfo** next);
  Place Find(void* message) const;

  const TypeInfo* type_;
  std::vector<Step> steps_;
};

}  // namespace surefoot::msgs
