#include "surefoot/evaluation/run/manoeuvres/controller.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/msgs/json.h"
#include "surefoot/session/publisher.h"

// The program and the simulation alternate: the simulation sends a line of JSON with the newest
// messages and waits for one line with commands. Simulated time stands still meanwhile, so that
// results do not depend on the speed of the program or the machine.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;
using msgs::AppendJsonNumber;
using msgs::AppendJsonText;
using msgs::JsonReader;

constexpr char kLogFile[] = "controller.log";

/// Nanoseconds in s.
double Seconds(SimTimeNs time_ns) { return static_cast<double>(time_ns) / 1e9; }

/// A number as JSON.
std::string Text(double value) {
  std::string text;
  AppendJsonNumber(value, &text);
  return text;
}

/// Limits a program's line to a length that fits into an error message.
std::string Shortened(const std::string& line) {
  constexpr std::size_t kMax = 300;
  return line.size() <= kMax ? line : line.substr(0, kMax).append("...");
}

/// Appends a member whose value is JSON already.
void AppendMember(const char* name, const std::string& value, std::string* out) {
  *out += std::string(out->back() == '{' ? "" : ",") + "\"" + name + "\":" + value;
}

/// A JSON string.
std::string Quoted(const std::string& text) {
  std::string quoted;
  AppendJsonText(text, &quoted);
  return quoted;
}

/// PYTHONPATH with Surefoot's Python modules before the user's.
std::string PythonPath(const Parts& parts) {
  std::string path;
  for (const std::string& folder : parts.data_folders) {
    std::error_code error;
    const fs::path python = fs::path(folder) / "clients" / "python";
    if (path.empty() && fs::is_directory(python, error)) path = python.string();
  }
  const char* theirs = std::getenv("PYTHONPATH");
  if (theirs != nullptr && *theirs != '\0') path += (path.empty() ? "" : ":") + std::string(theirs);
  return path;
}

}  // namespace

Controller::Controller(ControllerSpec spec) : spec_(std::move(spec)) {}

Error Controller::Wrong(const Error& error) const {
  return error.Within(spec_.where + ": program, at " + Text(Seconds(now_ns_ - start_ns_)) + " s");
}

Error Controller::GiveUp(const Error& error) {
  child_.reset();
  return Wrong(error);
}

Status Controller::Subscribe(Session* session) {
  graph::Graph& graph = session->simulation().graph();
  for (const std::string& name : spec_.topics) {
    const graph::Topic* topic = SUREFOOT_TRY(FindTopic(graph, name));
    auto inlet = std::make_unique<Inlet>();
    inlet->topic = name;
    inlet->type = topic->type;
    inlet->message = inlet->type->make();
    inlet->subscription =
        graph.Subscribe(name, [to = inlet.get()](const graph::Delivery& delivery) {
          to->cdr = delivery.cdr();
          to->is_new = true;
        });
    inlets_.push_back(std::move(inlet));
  }
  return Status();
}

Status Controller::Launch(const Trial& trial, Session* session) {
  LineChildOptions options;
  options.arguments = spec_.program;
  options.folder = trial.folder;
  if (!trial.run_folder.empty()) options.log_file = trial.run_folder + "/" + kLogFile;
  const std::string python = PythonPath(session->parts());
  if (!python.empty()) options.environment.emplace_back("PYTHONPATH", python);
  // Without this Python buffers its output to a pipe, and the first answer never arrives.
  options.environment.emplace_back("PYTHONUNBUFFERED", "1");
  Result<std::unique_ptr<LineChild>> child = LineChild::Start(options);
  if (!child.ok()) {
    const bool bare = spec_.program[0].find('/') == std::string::npos;
    return Error{child.error().message +
                 (bare ? "; write a program beside the experiment file as ./" + spec_.program[0]
                       : "; check that it exists and is executable")};
  }
  child_ = std::move(child).value();
  return Status();
}

std::string Controller::Hello(const Trial& trial, const Session& session) const {
  std::string topics = "{";
  for (const auto& inlet : inlets_) {
    topics +=
        (topics.size() > 1 ? "," : "") + Quoted(inlet->topic) + ":" + Quoted(inlet->type->name);
  }
  std::string hello = "{\"hello\":{";
  AppendMember("protocol", std::to_string(kControllerProtocol), &hello);
  AppendMember("experiment", Quoted(trial.experiment), &hello);
  AppendMember("case", Quoted(trial.case_name), &hello);
  AppendMember("trial", Quoted(trial.id), &hello);
  AppendMember("engine", Quoted(session.simulation().machine().engine().name), &hello);
  AppendMember("repeat", std::to_string(trial.repeat), &hello);
  AppendMember("seed", std::to_string(trial.seed), &hello);
  AppendMember("step", Text(session.simulation().step_size()), &hello);
  AppendMember("period", Text(spec_.period), &hello);
  AppendMember("duration", Text(trial.duration), &hello);
  AppendMember("topics", topics + "}", &hello);
  AppendMember("parameters", spec_.parameters, &hello);
  return hello + "}}";
}

Status Controller::Start(const Trial& trial, Session* session) {
  start_ns_ = now_ns_ = session->simulation().time_ns();
  Status status = Subscribe(session);
  if (status.ok()) status = Launch(trial, session);
  if (!status.ok()) return status.error().Within(spec_.where + ": program");
  const Result<std::string> answer = child_->Ask(Hello(trial, *session), spec_.answer_timeout);
  status = answer.ok() ? TakeAnswer(answer.value(), session) : Status(answer.error());
  return status.ok() ? status : Status(GiveUp(status.error().Within("after the hello")));
}

Status Controller::Update(Session* session) {
  now_ns_ = session->simulation().time_ns();
  const double seconds = Seconds(now_ns_ - start_ns_);
  if (done_ || seconds < static_cast<double>(asked_) * spec_.period - 1e-9) return Status();
  ++asked_;
  const Status status = Exchange(seconds, session);
  return status.ok() ? status : Status(GiveUp(status.error()));
}

void Controller::WriteLine(double seconds) {
  line_ = "{\"time\":";
  AppendJsonNumber(seconds, &line_);
  line_ += ",\"messages\":{";
  for (const auto& inlet : inlets_) {
    if (inlet->is_new) {
      inlet->is_new = false;
      inlet->json = "null";
      if (inlet->type->decode(inlet->cdr.data(), inlet->cdr.size(), inlet->message.get())) {
        inlet->json.clear();
        msgs::AppendJson(*inlet->type, inlet->message.get(), &inlet->json);
      }
    }
    if (line_.back() != '{') line_ += ',';
    AppendJsonText(inlet->topic, &line_);
    line_ += ':';
    line_ += inlet->json;
  }
  line_ += "}}";
}

Status Controller::Exchange(double seconds, Session* session) {
  WriteLine(seconds);
  const Result<std::string> answer = child_->Ask(line_, spec_.answer_timeout);
  return answer.ok() ? TakeAnswer(answer.value(), session) : Status(answer.error());
}

Status Controller::TakePublish(JsonReader* reader, Session* session) {
  if (reader->Peek() != JsonReader::Kind::kObject) {
    return Error{"publish: expected an object of topics and messages, got " + reader->Excerpt()};
  }
  reader->BeginObject();
  std::string name;
  while (reader->NextKey(&name)) {
    const graph::Topic* topic =
        SUREFOOT_TRY(Within("publish", FindTopic(session->simulation().graph(), name)));
    const msgs::TypeInfo& type = *topic->type;
    const std::shared_ptr<void> message = type.make();
    Status status = msgs::ReadJson(type, reader, message.get());
    if (status.ok()) {
      sim::TopicMessage input{name, type.name, {}};
      type.encode(message.get(), &input.cdr);
      status = session->simulation().Apply(input);
    }
    if (!status.ok()) return status.error().Within("publish " + name + " (" + type.name + ")");
  }
  return Status();
}

Status Controller::TakeAnswer(const std::string& answer, Session* session) {
  JsonReader reader(answer);
  const auto wrong = [&](const std::string& why) {
    return Error{why + "; the answer was: " + Shortened(answer)};
  };
  std::string key, reason;
  bool failed = false;
  if (!reader.BeginObject()) return wrong(reader.error());
  while (reader.NextKey(&key)) {
    if (key == "publish") {
      const Status status = TakePublish(&reader, session);
      if (!status.ok()) return wrong(status.error().message);
    } else if (key == "done") {
      reader.ReadBool(&done_);
    } else if (key == "fail") {
      failed = reader.ReadString(&reason);
    } else {
      return wrong("the key \"" + Shortened(key) + "\" is not known (publish, done, fail)");
    }
  }
  if (!reader.AtEnd()) return wrong(reader.error());
  if (failed) return Error{"the program reported a failure: " + reason};
  return Status();
}

Status Controller::Finish() {
  inlets_.clear();
  if (child_ == nullptr) return Status();
  const std::string time = Text(Seconds(now_ns_ - start_ns_));
  const Status status =
      child_->Finish(std::string("{\"end\":{\"reason\":") + (done_ ? "\"done\"" : "\"over\"") +
                         ",\"time\":" + time + "}}",
                     spec_.answer_timeout);
  return status.ok() ? status : Status(Wrong(status.error()));
}

void AppendParameter(const world::Element& element, std::string* out) {
  if (!element.children.empty()) {
    const bool list = element.children.front().name == "item";
    *out += list ? '[' : '{';
    for (const world::Element& child : element.children) {
      if (&child != &element.children.front()) *out += ',';
      if (!list) *out += Quoted(child.name) + ":";
      AppendParameter(child, out);
    }
    *out += list ? ']' : '}';
    return;
  }
  JsonReader reader(element.text);
  std::string_view number;
  const bool is_number = reader.ReadNumber(&number) && reader.AtEnd();
  if (is_number || element.text == "true" || element.text == "false") {
    *out += element.text;
  } else if (element.text.empty()) {
    *out += "null";
  } else {
    AppendJsonText(element.text, out);
  }
}

std::unique_ptr<Manoeuvre> MakeProgram(const world::Element& manoeuvre, Problems* problems) {
  const int before = problems->error_count();
  const world::ElementReader reader(manoeuvre, problems);
  ControllerSpec spec;
  spec.program = Texts(reader, "program");
  if (spec.program.empty()) {
    reader.Error("program", "is missing", "", "write program: [python3, go.py]");
  } else if (spec.program.size() == 1 && spec.program[0].find(' ') != std::string::npos) {
    reader.Error("program", "a single text is not split by a shell", spec.program[0],
                 "write a list: [python3, go.py]");
  }
  spec.period = reader.Number("period", spec.period, 1e-6, 1e6);
  spec.answer_timeout = reader.Number(reader.WithOldName("answer_timeout", "answer_limit"),
                                      spec.answer_timeout, 0.01, 86400.0);
  for (const std::string& topic : Texts(reader, "topics")) {
    spec.topics.push_back(graph::TopicName("", topic));
  }
  const world::Element& parameters = reader.Child("parameters").element();
  if (!parameters.children.empty()) {
    spec.parameters.clear();
    AppendParameter(parameters, &spec.parameters);
  }
  spec.where = PlaceOf(manoeuvre);
  if (problems->error_count() > before) return nullptr;
  return std::make_unique<Controller>(std::move(spec));
}

}  // namespace surefoot::experiment
