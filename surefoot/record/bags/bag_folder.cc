#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/record/bags/bag_source.h"

// A ROS 2 bag is a folder with one or more files; their messages are read one file after the other.

namespace surefoot::record {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxMetadata = 64 << 20;
constexpr std::size_t kMaxParts = 10000;

constexpr std::string_view kBlanks = " \t\r\"'";

/// The entries of relative_file_paths; the rest of the file is not needed, so no YAML parser is
/// used.
std::vector<std::string> PartsNamed(const fs::path& metadata) {
  std::vector<std::string> parts;
  std::ifstream file(metadata);
  bool inside = false;
  for (std::string line; std::getline(file, line) && parts.size() < kMaxParts;) {
    const std::string_view text = Trimmed(line, kBlanks);
    if (text.starts_with("relative_file_paths:")) {
      inside = true;
    } else if (inside && text.starts_with("- ")) {
      parts.emplace_back(Trimmed(text.substr(2), kBlanks));
    } else if (inside && !text.empty()) {
      break;
    }
  }
  return parts;
}

/// Presents several recordings as one. The channels of all parts exist from the start, with new
/// ids.
class Chain final : public RecordingSource {
 public:
  explicit Chain(std::vector<std::unique_ptr<RecordingSource>> parts)
      : RecordingSource(parts.front()->profile(), parts.front()->library()),
        parts_(std::move(parts)) {
    ids_.resize(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (const auto& [id, channel] : parts_[i]->channels()) Find(i, channel);
    }
  }

  bool Next(McapMessage* message) override {
    for (; at_ < parts_.size(); ++at_) {
      if (parts_[at_]->Next(message)) {
        message->channel = Find(at_, *message->channel);
        return message->channel != nullptr;
      }
      if (!parts_[at_]->status().ok() && status_.ok()) status_ = parts_[at_]->status();
      if (parts_[at_]->truncated() && truncation_.empty()) truncation_ = parts_[at_]->truncation();
    }
    return false;
  }

  const McapMetadata* FindMetadata(const std::string& name) const override {
    return parts_.front()->FindMetadata(name);
  }

 private:
  /// The corresponding channel in the whole; nullptr, with an error, if there are too many.
  const McapChannel* Find(std::size_t part, const McapChannel& channel) {
    std::map<std::uint16_t, std::uint16_t>& ids = ids_[part];
    if (const auto known = ids.find(channel.id); known != ids.end()) {
      return &channels_.at(known->second);
    }
    const auto& schemas = parts_[part]->schemas();
    const auto schema = schemas.find(channel.schema_id);
    const std::string type = schema == schemas.end() ? "" : schema->second.name;
    for (const auto& [id, other] : channels_) {
      if (other.topic == channel.topic && other.message_encoding == channel.message_encoding &&
          schemas_.at(id).name == type) {
        return &channels_.at(ids[channel.id] = id);
      }
    }
    if (channels_.size() >= 65535) {
      status_ = Error{"the bag has more than 65535 topics"};
      return nullptr;
    }
    const auto id = static_cast<std::uint16_t>(channels_.size() + 1);
    McapSchema copy = schema == schemas.end() ? McapSchema{} : schema->second;
    copy.id = id;
    schemas_.emplace(id, std::move(copy));
    McapChannel renamed = channel;
    renamed.id = renamed.schema_id = id;
    ids[channel.id] = id;
    return &channels_.emplace(id, std::move(renamed)).first->second;
  }

  std::vector<std::unique_ptr<RecordingSource>> parts_;
  std::size_t at_ = 0;
  /// For each part: new ids by the ids of its channels.
  std::vector<std::map<std::uint16_t, std::uint16_t>> ids_;
};

}  // namespace

bool IsBagFolder(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(path) / "metadata.yaml", ignored);
}

Result<std::unique_ptr<RecordingSource>> OpenBagFolder(const std::string& path) {
  const fs::path metadata = fs::path(path) / "metadata.yaml";
  std::error_code failed;
  if (fs::file_size(metadata, failed) > kMaxMetadata || failed) {
    return Error{"cannot read \"" + metadata.string() +
                 "\", or it is too large for the metadata of a bag"};
  }
  std::vector<std::unique_ptr<RecordingSource>> parts;
  for (const std::string& name : PartsNamed(metadata)) {
    // Parts are in the folder itself; a path in the metadata must not lead elsewhere.
    const std::string file = (fs::path(path) / fs::path(name).filename()).string();
    Result<std::unique_ptr<RecordingSource>> part = OpenRecording(file);
    if (!part.ok()) return part.error().Within(metadata.string());
    parts.push_back(std::move(part).value());
  }
  if (parts.empty()) {
    return Error{"\"" + metadata.string() + "\" lists no files under relative_file_paths"};
  }
  return std::unique_ptr<RecordingSource>(new Chain(std::move(parts)));
}

}  // namespace surefoot::record
