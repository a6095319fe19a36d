#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "surefoot/base/text.h"
#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot {
namespace {

/// Sizes of a binary file: 80 bytes of text and the count; twelve floats and two bytes per facet.
constexpr std::size_t kHeaderBytes = 84;
constexpr std::size_t kFacetBytes = 50;

/// The number of facets in the header of a binary file.
std::uint64_t AnnouncedFacets(const std::string& bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return count;
}

bool StartsWithSolid(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text.size() - start < 5) return false;
  return text.substr(start, 5) == "solid" || text.substr(start, 5) == "SOLID";
}

/// Many programs write "solid" into the header of binary files, too. So the size decides first, and
/// then whether the beginning is text.
bool IsText(const std::string& bytes) {
  if (!StartsWithSolid(bytes)) return false;
  if (bytes.size() < kHeaderBytes) return true;
  if (bytes.size() == kHeaderBytes + kFacetBytes * AnnouncedFacets(bytes)) return false;
  return std::memchr(bytes.data(), 0, std::min<std::size_t>(bytes.size(), 1024)) == nullptr;
}

Status ReadBinary(const std::string& bytes, MeshBuilder* builder) {
  if (bytes.size() < kHeaderBytes) {
    return Error{"neither a text STL (it does not start with \"solid\") nor a binary one (" +
                 std::to_string(bytes.size()) + " bytes, a header has 84)"};
  }
  const std::uint64_t count = AnnouncedFacets(bytes);
  if (bytes.size() < kHeaderBytes + kFacetBytes * count) {
    return Error{"the binary STL announces " + std::to_string(count) + " triangles, " +
                 std::to_string(kHeaderBytes + kFacetBytes * count) + " bytes, but has " +
                 std::to_string(bytes.size()) +
                 "; the file is cut off or not an STL: copy it again"};
  }
  builder->BeginPart({}, Eigen::Affine3d::Identity());
  builder->ExpectTriangles(count);
  const char* facet = bytes.data() + kHeaderBytes;
  for (std::uint64_t i = 0; i < count; ++i, facet += kFacetBytes) {
    std::array<float, 9> values;
    std::memcpy(values.data(), facet + 12, sizeof values);  // After the normal.
    std::array<MeshCorner, 3> corners;
    for (std::size_t j = 0; j < 3; ++j) {
      corners[j].position = Vector3d(values[3 * j], values[3 * j + 1], values[3 * j + 2]);
      if (!corners[j].position.allFinite()) {
        return Error{"triangle " + std::to_string(i + 1) + " of the binary STL has a coordinate " +
                     "that is not a finite number; repair or export the mesh again"};
      }
    }
    if (!builder->AddTriangle(corners, 0)) return Error{"more than 10 million triangles"};
  }
  return {};
}

/// Parses the words of a text STL and tracks the line number.
class TextStl {
 public:
  explicit TextStl(std::string_view text) : text_(text) {}

  Status Read(MeshBuilder* builder) {
    bool in_solid = false;
    for (std::string_view word = Next(); !word.empty(); word = Next()) {
      if (Is(word, "solid")) {
        in_solid = true;
        builder->BeginPart({std::string(RestOfLine())}, Eigen::Affine3d::Identity());
      } else if (Is(word, "endsolid")) {
        in_solid = false;
        RestOfLine();
      } else if (Is(word, "facet")) {
        RestOfLine();  // The normal.
        Status status = ReadLoop(builder);
        if (!status) return status;
      } else if (!Is(word, "endfacet")) {
        return Unexpected("facet, endfacet, endsolid or solid", word);
      }
    }
    if (in_solid) return Unexpected("endsolid", {});
    return {};
  }

 private:
  /// Keywords are lower or upper case, depending on the exporter.
  static bool Is(std::string_view word, std::string_view keyword) {
    return word.size() == keyword.size() && Lower(word) == keyword;
  }

  std::string_view Next() {
    while (at_ < text_.size() && std::strchr(" \t\r\n\v\f", text_[at_]) != nullptr) {
      if (text_[at_] == '\n') ++line_;
      ++at_;
    }
    const std::size_t start = at_;
    while (at_ < text_.size() && std::strchr(" \t\r\n\v\f", text_[at_]) == nullptr) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::string_view RestOfLine() {
    const std::size_t start = std::min(text_.find_first_not_of(" \t", at_), text_.size());
    at_ = std::min(text_.find('\n', at_), text_.size());
    std::size_t end = at_;
    while (end > start && std::strchr(" \t\r", text_[end - 1]) != nullptr) --end;
    return end > start ? text_.substr(start, end - start) : std::string_view();
  }

  Error Unexpected(const std::string& requested, std::string_view word) const {
    const std::string found =
        word.empty() ? "the end of the file" : "\"" + std::string(word.substr(0, 40)) + "\"";
    return Error{"line " + std::to_string(line_) + ": expected " + requested + ", found " + found +
                 (word.empty() ? "; the file is cut off: copy or export it again" : "")};
  }

  Status ReadLoop(MeshBuilder* builder) {
    for (const std::string_view keyword : {"outer", "loop"}) {
      const std::string_view word = Next();
      if (!Is(word, keyword)) return Unexpected("\"outer loop\"", word);
    }
    std::array<MeshCorner, 3> corners;
    for (MeshCorner& corner : corners) {
      std::string_view word = Next();
      if (!Is(word, "vertex")) return Unexpected("three times \"vertex\"", word);
      for (int i = 0; i < 3; ++i) {
        word = Next();
        if (!ParseFinite(word, &corner.position[i])) return Unexpected("a finite number", word);
      }
    }
    for (const std::string_view keyword : {"endloop", "endfacet"}) {
      const std::string_view word = Next();
      if (!Is(word, keyword)) return Unexpected(std::string(keyword), word);
    }
    if (!builder->AddTriangle(corners, 0)) return Error{"more than 10 million triangles"};
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

Status ReadStl(const std::string& bytes, MeshBuilder* builder) {
  return IsText(bytes) ? TextStl(bytes).Read(builder) : ReadBinary(bytes, builder);
}

}  // namespace surefoot
