#include <filesystem>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/record/replay.h"

// Replays the commands of a recording at their recorded times, to repeat a drive on another
// engine.

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

/// Sends the recording's commands; done when the recording ends.
class ReplayManoeuvre : public Manoeuvre {
 public:
  ReplayManoeuvre(std::string file, ReplayChoice choice, std::string where)
      : file_(std::move(file)), choice_(std::move(choice)), where_(std::move(where)) {}

  Status Start(const Trial& trial, Session* session) override {
    const std::string path = (std::filesystem::path(trial.folder) / file_).string();
    const ReplayPlan plan = SUREFOOT_TRY(Within(where_, session->Replay(path, choice_)));
    end_ns_ = plan.end_ns;
    return Status();
  }
  Status Update(Session* session) override {
    done_ = session->simulation().time_ns() >= end_ns_;
    return Status();
  }
  bool done() const override { return done_; }

 private:
  std::string file_;
  ReplayChoice choice_;
  std::string where_;
  SimTimeNs end_ns_ = 0;
  bool done_ = false;
};

}  // namespace

std::unique_ptr<Manoeuvre> MakeReplay(const Element& manoeuvre, Problems* problems) {
  const int before = problems->error_count();
  const ElementReader reader(manoeuvre, problems);
  const std::string file = reader.Text("replay");
  if (file.empty()) reader.Error("replay", "the file is missing", "", "write replay: drive.mcap");
  ReplayChoice choice;
  choice.topics = Texts(reader, "replay_topics");
  for (const std::string& text : Texts(reader, "remap")) {
    const auto remap = record::ParseRemap(text);
    if (remap.ok()) {
      choice.remaps.push_back(remap.value());
    } else {
      reader.Error("remap", remap.error().message, text);
    }
  }
  if (problems->error_count() > before) return nullptr;
  return std::make_unique<ReplayManoeuvre>(file, std::move(choice), PlaceOf(manoeuvre));
}

}  // namespace surefoot::experiment
