#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "surefoot/record/mcap/mcap_records.h"
#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// What all readers of bags have; a bag has no metadata.
class BagSource : public RecordingSource {
 public:
  BagSource(std::string profile, std::string library)
      : profile_(std::move(profile)), library_(std::move(library)) {}

  const Status& status() const override { return status_; }
  bool truncated() const override { return !truncation_.empty(); }
  const std::string& truncation() const override { return truncation_; }
  const std::string& profile() const override { return profile_; }
  const std::string& library() const override { return library_; }
  const std::map<std::uint16_t, McapSchema>& schemas() const override { return schemas_; }
  const std::map<std::uint16_t, McapChannel>& channels() const override { return channels_; }
  const McapMetadata* FindMetadata(const std::string&) const override { return nullptr; }

 protected:
  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
  Status status_;
  /// Empty when the bag is complete.
  std::string truncation_;

 private:
  std::string profile_;
  std::string library_;
};

}  // namespace surefoot::record
