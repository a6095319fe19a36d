#pragma once

/// Reading of an element's children, with complaints. Private to this folder.

#include <initializer_list>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"

namespace tinyxml2 {
class XMLElement;
}

namespace surefoot::formats::centurion {

using XmlElement = tinyxml2::XMLElement;

/// An element of the file; may stand for none, after a complaint.
class Fields {
 public:
  Fields(const XmlElement* element, const std::string& path, Problems* problems)
      : element_(element), path_(&path), problems_(problems) {}

  bool there() const { return element_ != nullptr; }
  const XmlElement* element() const { return element_; }
  Source source() const;
  void Error(const std::string& message, const std::string& value = "",
             const std::string& advice = "") const;
  void Warning(const std::string& message, const std::string& value = "",
               const std::string& advice = "") const;

  /// The child of that name; a complaint when a required one is missing or there are two.
  Fields Child(const char* name, bool required = true) const;
  std::vector<Fields> Children(const char* name) const;

  /// The element's own text as a number within limits.
  double Value(double least, double most) const;
  /// The number of a child; required unless there is a fallback.
  double Number(const char* name, double least, double most) const;
  double Number(const char* name, double least, double most, double fallback) const;
  long long Integer(const char* name, long long least, long long most) const;
  std::string Text(const char* name, bool required = true) const;
  /// Index of one of the words.
  std::size_t Choice(const char* name, const std::vector<std::string>& words) const;

  /// Complains unless there are as many `entries` as `name` says.
  void CheckCount(const char* name, const char* entry, std::size_t entries) const;
  /// Warns of children that nobody reads.
  void WarnUnknown(std::initializer_list<const char*> known) const;

 private:
  const XmlElement* element_;
  const std::string* path_;
  Problems* problems_;
};

}  // namespace surefoot::formats::centurion
