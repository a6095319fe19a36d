#pragma once

/// What a script of an event sees of the world. Private to this folder.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/events/event_set.h"
#include "surefoot/events/script.h"

namespace surefoot::events {

class EventHost final : public ScriptHost {
 public:
  struct Facts {
    const EventView& view;
    std::string event;
    std::string subject;
    RandomStream* random;
    std::function<bool(const std::string& trigger, std::vector<std::string>* models)> inside = {};
    std::function<bool(const std::string& event, std::uint64_t* count)> fired = {};
    const Touches* touches = nullptr;
  };
  /// A command that the script gave.
  struct Asked {
    events::Command command;
    std::string line;
  };

  explicit EventHost(Facts facts) : facts_(std::move(facts)) {}

  std::vector<Asked>& asked() { return asked_; }

  const std::string& event() const override { return facts_.event; }
  const std::string& subject() const override { return facts_.subject; }
  double time() const override { return ToSeconds(facts_.view.time_ns); }
  std::int64_t step() const override { return facts_.view.step; }
  double Random() override { return facts_.random->Uniform(); }
  Status Command(const std::string& line) override;
  void Print(const std::string& text) override;
  bool Pose(const std::string& name, double* six) const override;
  bool Velocity(const std::string& name, double* six) const override;
  bool Joint(const std::string& name, double* two) const override;
  bool Inside(const std::string& trigger, std::vector<std::string>* models) const override {
    return facts_.inside(trigger, models);
  }
  bool Fired(const std::string& event, std::uint64_t* count) const override {
    return facts_.fired(event, count);
  }
  std::size_t touch_count() const override { return facts_.touches->size(); }
  bool Touching(const std::string& of, const std::string* to, bool* touches) const override;

 private:
  /// The link itself, or the base link of a model; -1: none.
  int LinkOf(const std::string& name) const;

  Facts facts_;
  std::vector<Asked> asked_;
};

}  // namespace surefoot::events
