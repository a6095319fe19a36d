#pragma once

/// Frames: which may be named in a world or model, where they are and on which link they stand.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "surefoot/formats/sdf/node.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::formats {

/// The pose as written, without what it is relative to; the identity when it cannot be read, which
/// was reported before. nullptr and "" are the identity.
RigidTransform RawPose(const SdfNode* pose);

/// A world or model S and the links, joints, frames and models in it.
class SdfScope {
 public:
  /// What a frame may stand on instead of a link.
  static constexpr int kWorldBody = -1;
  static constexpr int kNoBody = -2;

  enum class State { kNew, kBusy, kDone };
  struct Entry {
    const SdfNode* node = nullptr;
    std::string name;
    /// Of links and joints: index in the whole model. -2: none.
    int number = kNoBody;
    std::unique_ptr<SdfScope> inner;
    State pose_state = State::kNew;
    State body_state = State::kNew;
    RigidTransform X_SF;
    int body = kNoBody;

    bool Is(std::string_view kind) const { return node->name == kind; }
  };

  /// Both must outlive it. Reports names that are used twice.
  SdfScope(const SdfSources& sources, const SdfNode& node);

  const SdfNode& node() const { return node_; }
  std::vector<Entry>& entries() { return entries_; }
  std::vector<std::string> Names(bool links_only) const;

  /// nullptr when there is none of that name here.
  Entry* Find(const std::string& name);
  /// The names in a model. The links of a model in a world are numbered: first its own, then those
  /// of the models in it.
  SdfScope& Inner(Entry* model);

  /// True for a link here or in a model in it: "base", "arm::hand".
  bool IsLink(const std::string& name);

  /// Pose in S.
  const RigidTransform& PoseOf(Entry* entry);
  /// Pose in S of "link", "arm::hand", "__model__"; nothing when there is no such frame. "world" in
  /// a model is the place where the model stands.
  std::optional<RigidTransform> PoseOf(const std::string& name);

  /// Pose of something that stands in `base` unless its <pose> says otherwise, told in `base`.
  RigidTransform PoseIn(Entry* base, const SdfNode& thing);

  /// A joint's axis as a vector in the joint's frame.
  Vector3d AxisIn(Entry* joint, const SdfNode& xyz, const Vector3d& direction);

  /// The link that a frame stands on: its number, kWorldBody or kNoBody.
  int BodyOf(Entry* entry);
  /// Nothing when there is no such frame.
  std::optional<int> BodyOf(const std::string& name);
  /// In a world: the model and the number of the link that a name stands for. Without a model, link
  /// is kWorldBody or kNoBody.
  struct LinkPlace {
    Entry* model = nullptr;
    int link = kNoBody;
  };
  LinkPlace FindLink(std::string name);
  /// The link that the model itself stands on.
  int CanonicalBody();

  /// Reports that a name in an attribute or text of `node` means nothing; `part` is "/@name" or "".
  void ReportMissing(const SdfNode& node, const std::string& part, const std::string& what,
                     const std::string& name, bool links_only);

 private:
  void NumberLinks(int* count);

  /// A name taken apart: an entry here, and a name inside it or "".
  struct Target {
    Entry* entry = nullptr;
    std::string rest;
  };
  /// An entry's pose in another entry, or in S when `base` is nullptr.
  struct Step {
    Entry* entry = nullptr;
    Entry* base = nullptr;
    RigidTransform X_BF;
  };

  void Add(const SdfNode& child);
  bool IsSelf(const std::string& name) const;
  Target Split(const std::string& name);
  Step MakeStep(Entry* entry);
  void ReportMissingFrame(const SdfNode& node, const std::string& key, const std::string& name);
  void ReportCircle(const std::vector<Entry*>& chain, const Entry* again);
  Entry* NextBody(Entry* entry);

  const SdfSources& sources_;
  const SdfNode& node_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
  bool circle_reported_ = false;
  int missing_count_ = 0;
  bool has_canonical_ = false;
  int canonical_ = kNoBody;
};

}  // namespace surefoot::formats
