#pragma once

/// A user's own program, started for each trial and stepped in lock-step with the simulation:
/// docs/guides/controllers.md has the protocol.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/process/line_child.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"
#include "surefoot/msgs/json_reader.h"

namespace surefoot::experiment {

/// Version of the protocol, increased by every change that programs notice.
constexpr int kControllerProtocol = 1;

struct ControllerSpec {
  /// The program and its arguments; it runs in the folder of the experiment file.
  std::vector<std::string> program;
  /// Simulated seconds from line to line.
  double period = 0.05;
  /// Wall-clock limit for an answer, and for exiting at the end, s.
  double answer_timeout = 10.0;
  /// Topics whose messages are sent to the program.
  std::vector<std::string> topics;
  /// JSON that is passed to the program at the start.
  std::string parameters = "{}";
  /// File and line, for errors.
  std::string where;
};

class Controller : public Manoeuvre {
 public:
  explicit Controller(ControllerSpec spec);

  Status Start(const Trial& trial, Session* session) override;
  Status Update(Session* session) override;
  bool done() const override { return done_; }
  Status Finish() override;

 private:
  /// The latest message of a topic.
  struct Inlet {
    std::string topic;
    const msgs::TypeInfo* type = nullptr;
    Bytes cdr;
    bool is_new = false;
    /// JSON as last sent; "null" before the first message.
    std::string json = "null";
    std::shared_ptr<void> message;
    graph::Subscription subscription;
  };

  Status Subscribe(Session* session);
  Status Launch(const Trial& trial, Session* session);
  std::string Hello(const Trial& trial, const Session& session) const;
  void WriteLine(double seconds);
  Status Exchange(double seconds, Session* session);
  Status TakeAnswer(const std::string& answer, Session* session);
  Status TakePublish(msgs::JsonReader* reader, Session* session);
  Error Wrong(const Error& error) const;
  /// Kills the program and returns the error with its last lines of output.
  Error GiveUp(const Error& error);

  ControllerSpec spec_;
  std::vector<std::unique_ptr<Inlet>> inlets_;
  std::unique_ptr<LineChild> child_;
  SimTimeNs start_ns_ = 0;
  SimTimeNs now_ns_ = 0;
  std::int64_t asked_ = 0;
  std::string line_;
  bool done_ = false;
};

/// A value of an experiment file as JSON: numbers and booleans as such, everything else as text.
void AppendParameter(const world::Element& element, std::string* out);

}  // namespace surefoot::experiment
