#include "surefoot/plugins/drive_rows.h"

#include "surefoot/world/parse.h"

namespace surefoot::plugins {
namespace {

using world::Element;

/// Without the model's name, which is added to frames later.
std::string FrameName(const std::string& text, const world::Model& model) {
  const std::string prefix = model.name + "/";
  if (text.compare(0, prefix.size(), prefix) == 0) return text.substr(prefix.size());
  return !text.empty() && text[0] == '/' ? text.substr(1) : text;
}

/// The source is that of the original parameter, so that later errors name the right line.
void CopyNumber(const DriveParameter& parameter, const ForeignReader& reader, Element* drive) {
  // In parameters of ROS 2 not a number means no limit.
  const Element* written = reader.Find(parameter.theirs);
  if (written != nullptr && Lower(ValueOf(*written)).ends_with("nan")) return;
  const auto value = reader.Number(parameter.theirs);
  if (!value || (parameter.copy != Copy::kNumber && *value <= 0.0)) return;
  SetChild(drive, parameter.ours, NumberText(parameter.copy == Copy::kHalf ? *value / 2 : *value),
           reader.Find(parameter.theirs)->source);
}

/// Returns false when joints are required and there are none.
bool CopyJoints(const DriveParameter& parameter, const ForeignReader& reader, Element* drive) {
  const Element* first = reader.Find(parameter.theirs);
  for (int joint : reader.Joints(parameter.theirs)) {
    AddChild(drive, parameter.ours, reader.model().joints[static_cast<std::size_t>(joint)].name,
             first->source);
  }
  return parameter.copy == Copy::kOptionalJoints || drive->Child(parameter.ours) != nullptr;
}

/// Returns false when the drive cannot exist without the parameter.
bool CopyParameter(const DriveParameter& parameter, const ForeignReader& reader, Element* drive) {
  const Element* written = reader.Find(parameter.theirs);
  const Source& source = written != nullptr ? written->source : reader.element().source;
  switch (parameter.copy) {
    case Copy::kPositive:
    case Copy::kNumber:
    case Copy::kHalf:
      CopyNumber(parameter, reader, drive);
      return true;
    case Copy::kFlag:
      if (written != nullptr) {
        SetChild(drive, parameter.ours, reader.Flag(parameter.theirs, true) ? "true" : "false",
                 source);
      }
      return true;
    case Copy::kNumbers: {
      std::string text;
      for (const Element* one : reader.FindAll(parameter.theirs)) {
        text += (text.empty() ? "" : " ") + ValueOf(*one);
      }
      if (!text.empty()) SetChild(drive, parameter.ours, text, source);
      return true;
    }
    case Copy::kFrame:
      if (written != nullptr && !ValueOf(*written).empty()) {
        SetChild(drive, parameter.ours, FrameName(ValueOf(*written), reader.model()), source);
      }
      return true;
    case Copy::kTopic:
      SetChild(drive, parameter.ours, reader.Topic(parameter.theirs, parameter.usual), source);
      return true;
    case Copy::kJoints:
    case Copy::kOptionalJoints:
      return CopyJoints(parameter, reader, drive);
  }
  return true;
}

}  // namespace

/// Linear in the rows: a model has few plugins, and this runs once.
const DriveRow* FindDriveRow(const std::vector<std::string>& names) {
  for (const auto* rows : {&ClassicDriveRows(), &SystemDriveRows()}) {
    for (const DriveRow& row : *rows) {
      if (IsListed(names, row.plugins)) return &row;
    }
  }
  return nullptr;
}

// `from` is the origin, which messages about the drive name.
Element MakeDrive(const std::string& name, const std::string& type, const std::string& from,
                  const Source& source) {
  Element drive;
  drive.name = "surefoot:drive";
  drive.source = source;
  drive.attributes = {{"name", name}, {"type", type}, {"from", from}};
  return drive;
}

// Without a joint that it needs, a drive does not run, which is a warning, not an error.
std::optional<Element> TranslateDrive(
    const DriveRow& row, const ForeignReader& reader, const std::string& name, const Source& source,
    const std::vector<std::pair<std::string, std::string>>& more) {
  Element drive = MakeDrive(name, row.type, reader.what(), source);
  drive.attributes.insert(drive.attributes.end(), more.begin(), more.end());
  for (const DriveParameter& parameter : row.parameters) {
    if (CopyParameter(parameter, reader, &drive)) continue;
    return reader.Warn(nullptr, std::string("does not run: it has no joint in <") +
                                    world::SplitWords(parameter.theirs).front() + ">");
  }
  if (row.finish != nullptr && !row.finish(reader, &drive)) return std::nullopt;
  return drive;
}

/// The plugin's name becomes the drive's, unless it is a class name.
std::optional<Element> TranslatePlugin(const DriveRow& row, const ForeignReader& reader,
                                       const world::Plugin& plugin) {
  const bool named = !plugin.name.empty() && plugin.name.find("::") == std::string::npos;
  auto drive = TranslateDrive(row, reader, named ? plugin.name : row.type, plugin.source);
  if (drive && drive->Child("cmd_topic") != nullptr) {
    SetChild(&*drive, "cmd_vel_timeout", "0", plugin.source);
  }
  return drive;
}

}  // namespace surefoot::plugins
