#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"

#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre_kinds.h"
#include "surefoot/evaluation/run/yaml.h"

// A mapping with several keys is several manoeuvres at the same time, such as joints that are held
// while a velocity command is published.

namespace surefoot::experiment {
namespace {

using world::Element;

/// Several manoeuvres at the same time; done when one of them is.
class Together : public Manoeuvre {
 public:
  explicit Together(std::vector<std::unique_ptr<Manoeuvre>> parts) : parts_(std::move(parts)) {}

  Status Start(const Trial& trial, Session* session) override {
    return Each([&](Manoeuvre* part) { return part->Start(trial, session); });
  }
  Status Update(Session* session) override {
    return Each([&](Manoeuvre* part) { return part->Update(session); });
  }
  bool done() const override {
    for (const auto& part : parts_) {
      if (part->done()) return true;
    }
    return false;
  }
  Status Finish() override {
    // Finish all of them, even after an error: each may own a process.
    Status first;
    for (const auto& part : parts_) {
      const Status status = part->Finish();
      if (first.ok()) first = status;
    }
    return first;
  }

 private:
  template <typename Call>
  Status Each(Call&& call) {
    for (const auto& part : parts_) SUREFOOT_TRY(call(part.get()));
    return Status();
  }

  std::vector<std::unique_ptr<Manoeuvre>> parts_;
};

}  // namespace

std::unique_ptr<Manoeuvre> MakeManoeuvre(const Element& manoeuvre, Problems* problems) {
  const int before = problems->error_count();
  std::vector<std::string> known = {"publish", "joints", "navigate", "replay", "program"};
  std::vector<std::unique_ptr<Manoeuvre>> parts;
  if (const Element* list = manoeuvre.Child("publish")) {
    parts.push_back(MakePublish(*list, problems));
  }
  if (const Element* joints = manoeuvre.Child("joints")) {
    parts.push_back(MakeJoints(*joints, problems));
  }
  if (const Element* navigate = manoeuvre.Child("navigate")) {
    parts.push_back(MakeNavigate(*navigate, problems));
  }
  if (manoeuvre.Child("replay") != nullptr) {
    known.insert(known.end(), {"replay_topics", "remap"});
    parts.push_back(MakeReplay(manoeuvre, problems));
  }
  if (manoeuvre.Child("program") != nullptr) {
    known.insert(known.end(), {"period", "answer_timeout", "answer_limit", "topics", "parameters"});
    parts.push_back(MakeProgram(manoeuvre, problems));
  }
  RefuseUnknown(world::ElementReader(manoeuvre, problems), known);
  if (problems->error_count() > before) return nullptr;
  return std::make_unique<Together>(std::move(parts));
}

}  // namespace surefoot::experiment
