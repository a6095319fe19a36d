#pragma once

/// Lines and words of OBJ and MTL files; included by the readers of this folder only.

#include <map>
#include <string>
#include <string_view>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"

namespace surefoot::obj {

/// Removes the first word from a text and returns it; empty at the end.
std::string_view TakeWord(std::string_view* text);

/// Without surrounding white space.
std::string_view Trimmed(std::string_view text);

/// Iterates over the lines of a text. A backslash at the end joins a line with the next.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  /// Returns false at the end. The line is returned without its comment.
  bool Next(std::string_view* line);
  /// Number of the last line, from 1.
  int number() const { return number_; }

 private:
  std::string_view text_;
  std::string joined_;
  int number_ = 1;
  int lines_taken_ = 0;
};

/// Reads the materials of a file that an OBJ file at `origin` refers to. Unreadable ones are
/// ignored: a mesh is not rejected for its appearance.
void ReadMaterialFile(const MeshOrigin& origin, const std::string& name,
                      std::map<std::string, MeshMaterial>* materials);

}  // namespace surefoot::obj
