#pragma once

/// The markup of one or several SDF files as a tree that remembers where each piece was written,
/// and its way into the one text that libsdformat reads.

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"

namespace tinyxml2 {
class XMLElement;
}

namespace surefoot::formats {

/// An XML element. `file` is an index into the list of files that were read.
struct SdfNode {
  std::string name;
  std::string text;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<SdfNode> children;
  int file = 0;
  int line = 0;
  /// SDF does not know it: libsdformat copies it as it is.
  bool foreign = false;

  const SdfNode* Child(const std::string& child_name) const;
  SdfNode* Child(const std::string& child_name);
  /// nullptr when there is none.
  const std::string* Attribute(const std::string& key) const;
  /// The attribute's value, or "".
  std::string AttributeOr(const std::string& key) const;
  void SetAttribute(const std::string& key, const std::string& value);
  void RemoveChildren(const std::string& child_name);
  /// The trimmed text of a child, or "".
  std::string ChildText(const std::string& child_name) const;
};

/// "link[base]" for an element with a name, "pose" for one without.
std::string PathPart(const SdfNode& node);

/// Number of nodes, itself included.
int CountNodes(const SdfNode& node);

/// The element with all that is in it; comments and instructions are left out.
SdfNode MakeNode(const tinyxml2::XMLElement& element, int file);

/// A place in one of several files.
struct SdfPlace {
  int file = -1;
  int line = 0;
};

/// Text made from nodes of several files, and the way back from its lines to theirs.
class SdfText {
 public:
  SdfText() = default;
  explicit SdfText(const SdfNode& root);

  const std::string& text() const { return text_; }
  /// file is -1 when the line is not in the text.
  SdfPlace Locate(int line) const;

  /// The attribute that carries the line number through libsdformat, which forgets the lines of
  /// elements that SDF does not know.
  static const char* line_attribute() { return "surefoot:line"; }

 private:
  /// Lines from `first_line` on are those of `file`, less `offset`.
  struct Segment {
    int first_line = 1;
    int file = 0;
    int offset = 0;
  };

  void Write(const SdfNode& node, bool copied);
  void MoveTo(int file, int line);
  void Append(const std::string& piece);

  std::string text_;
  int line_ = 1;
  bool in_params_ = false;
  std::vector<Segment> segments_;
};

}  // namespace surefoot::formats
