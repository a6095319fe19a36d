#include "surefoot/evaluation/run/recorded_run.h"

#include <cmath>
#include <optional>

#include "surefoot/base/time.h"
#include "surefoot/base/try.h"
#include "surefoot/msgs/field_path.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/record/message_reader.h"
#include "surefoot/session/run_log.h"

// Recordings are MCAP files with CDR messages and their schemas; fields are found by name, so that
// figures can show topics of user-defined types.

namespace surefoot::experiment {
namespace {

/// Index of the model's first body; nothing when it has none.
std::optional<std::size_t> FindBody(const std::vector<std::string>& names,
                                    const std::string& model) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].compare(0, model.size() + 2, model + "::") == 0) return i;
  }
  return std::nullopt;
}

}  // namespace

Result<RecordedValues> ReadValues(const std::string& recording, const std::string& topic,
                                  const std::vector<std::string>& fields) {
  std::unique_ptr<record::MessageReader> reader =
      SUREFOOT_TRY(record::MessageReader::Open(recording));
  RecordedValues recorded;
  recorded.values.resize(fields.size());
  std::vector<msgs::FieldPath> paths;
  std::optional<SimTimeNs> start_ns;
  record::TypedMessage message;
  while (reader->Next(&message)) {
    if (!start_ns) start_ns = message.time_ns();
    if (message.topic() != topic) continue;
    if (paths.empty()) {
      for (const std::string& field : fields) {
        paths.push_back(SUREFOOT_TRY(Within(topic, msgs::FieldPath::Make(message.type(), field))));
      }
    }
    const std::shared_ptr<void> decoded = message.type().make();
    if (!message.type().decode(message.data().data(), message.data().size(), decoded.get())) {
      continue;
    }
    recorded.time.push_back(ToSeconds(message.time_ns() - *start_ns));
    for (std::size_t i = 0; i < paths.size(); ++i) {
      recorded.values[i].push_back(paths[i].Get(decoded.get()).value_or(NAN));
    }
  }
  if (recorded.time.empty()) return Error{"the recording has no messages on " + topic};
  return recorded;
}

Result<RecordedPath> ReadPath(const std::string& recording, const std::string& model) {
  std::unique_ptr<record::MessageReader> reader =
      SUREFOOT_TRY(record::MessageReader::Open(recording));
  RecordedPath path;
  std::optional<SimTimeNs> start_ns;
  record::TypedMessage message;
  while (reader->Next(&message)) {
    if (message.topic() != run_log::kStateTopic) continue;
    const auto* states = message.As<msgs::surefoot_msgs::BodyStates>();
    if (states == nullptr) continue;
    const std::optional<std::size_t> body = FindBody(states->names, model);
    if (!body || *body >= states->poses.size()) continue;
    if (!start_ns) start_ns = message.time_ns();
    path.time.push_back(ToSeconds(message.time_ns() - *start_ns));
    path.x.push_back(states->poses[*body].position.x);
    path.y.push_back(states->poses[*body].position.y);
  }
  if (path.time.empty()) return Error{"the recording has no model '" + model + "'"};
  return path;
}

}  // namespace surefoot::experiment
