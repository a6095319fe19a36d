#pragma once

#include <string>

#include "surefoot/formats/mjcf/document.h"

namespace surefoot::formats::mjcf {

/// A file that an asset names: in `folder` of the <compiler>, beside the main file or beside the
/// file that the asset is written in.
class AssetFile {
 public:
  AssetFile(const Document& document, const std::string& folder, const std::string& file,
            const Node& node);
  /// An address for the resolver: the path when the file was found, else the name as written.
  std::string uri(const ReadContext& context) const;
  /// The file that relative addresses are told from.
  const std::string& base() const { return main_; }

 private:
  std::string main_;
  std::string from_;
  std::string folder_;
  std::string file_;
};

}  // namespace surefoot::formats::mjcf
