#pragma once

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/sdf_forward.h"
#include "surefoot/world/element.h"

namespace surefoot::formats {

/// From libsdformat's elements back to the files that they were written in.
class SdfSources {
 public:
  /// `text` is what libsdformat read first, `loader` knows the files behind it.
  SdfSources(const SdfText* text, const SdfLoader* loader) : text_(text), loader_(loader) {}

  /// An element's own place, or that of the nearest element around it that has one.
  Source Of(const sdf::Element& element) const;

  /// The place of an error, with the element's path in our writing.
  Source Of(const sdf::Error& error) const;

  /// The element with what the file sets in it.
  world::Element Keep(const sdf::ElementPtr& element) const;

 private:
  Source At(const std::string& library_file, int line) const;

  const SdfText* text_;
  const SdfLoader* loader_;
};

/// "world[w]/model[m]/link[l]".
std::string SdfElementPath(const sdf::Element& element);

/// The children that the file itself has, of any name or of one.
std::vector<sdf::ElementPtr> SdfChildren(const sdf::Element& element, const std::string& name = {});

/// A child, or a child's child and so on, that the file has; nullptr when there is none.
sdf::ElementPtr SdfFind(const sdf::ElementPtr& element, const std::vector<std::string>& path);

/// The text of an element as the file has it, trimmed.
std::string SdfTextOf(const sdf::Element& element);

/// A number in a child, or `fallback` when the file has no such child. Texts were checked before.
double SdfNumber(const sdf::ElementPtr& element, const std::string& child, double fallback);
bool SdfFlag(const sdf::ElementPtr& element, const std::string& child, bool fallback);

}  // namespace surefoot::formats
