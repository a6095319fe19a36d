#pragma once

/// Lines and words of OBJ and MTL files; included by obj_file.cc and mtl_file.cc only.

#include <map>
#include <string>
#include <string_view>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/geometry/mesh_files/mesh_origin.h"

namespace surefoot::obj {

/// Takes the first word off a text; empty at its end.
std::string_view TakeWord(std::string_view* text);

/// Without white space at both ends.
std::string_view Trimmed(std::string_view text);

/// Goes through a text line by line. A backslash at the end joins a line with the next.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}
  /// False at the end. The line is without its comment.
  bool Next(std::string_view* line);
  /// Of the last line, from 1.
  int number() const { return number_; }

 private:
  std::string_view text_;
  std::string joined_;
  int number_ = 1;
  int lines_taken_ = 0;
};

/// Reads the materials of a file named by an OBJ file at `origin`. What cannot be read is left
/// out: looks are not worth refusing a mesh for.
void ReadMaterialFile(const MeshOrigin& origin, const std::string& name,
                      std::map<std::string, MeshMaterial>* materials);

}  // namespace surefoot::obj
