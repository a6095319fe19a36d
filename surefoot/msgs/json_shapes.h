#pragma once

/// Messages whose JSON may have two shapes. simulation_interfaces 1.x (Humble, Jazzy, Kilted) has
/// resources as fields of their own, `uri` and `resource_string`; 2.x has them in an object,
/// `entity_resource` or `world_resource`, and SetEntityState says by flags what is to be set. Our
/// types are those of 1.x, because CDR can have one shape only. JSON takes both, and what we answer
/// has both.

#include <string>
#include <string_view>

#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// A field that only the other shape has.
struct OtherField {
  enum class Rule {
    /// An object with `uri` and `resource_string`, which are fields of the message itself.
    kResource,
    /// A field of the message's own field `target`.
    kInto,
    /// Unless true, the field `target` is not to be set: its numbers become NaN.
    kFlag
  };
  const char* type;
  const char* name;
  Rule rule;
  const char* target;
  /// Written as well as read.
  bool written = false;
};

/// nullptr: the type has no such field in any shape.
const OtherField* FindOtherField(const TypeInfo& type, std::string_view name);

/// Sets all numbers within "state.twist" to NaN.
void ClearNumbers(const TypeInfo& type, void* message, std::string_view path);

/// After the fields of the message: those that only the other shape has.
void AppendOtherFields(const TypeInfo& type, void* message, std::string* out);

}  // namespace surefoot::msgs
