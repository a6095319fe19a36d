#include "surefoot/session/input_message.h"

#include <algorithm>
#include <utility>

#include "surefoot/session/joint_target.h"
#include "surefoot/sim/property.h"

namespace surefoot {
namespace {

using msgs::surefoot_msgs::Input;

/// Access to the parts of a message in order. The same list of parts writes an input and reads one,
/// so that the two directions cannot differ.
class Slots {
 public:
  explicit Slots(Input* out) : out_(out) {}
  explicit Slots(const Input& in) : in_(&in) {}

  /// Must be called first.
  Slots& Kind(const char* kind) {
    if (out_ != nullptr) {
      out_->kind = kind;
    } else {
      fits_ = in_->kind == kind;
    }
    return *this;
  }
  template <typename... T>
  Slots& Names(T*... names) {
    (Item(&Input::names, &name_, names), ...);
    return *this;
  }
  /// Omitted if empty.
  Slots& NameIfAny(std::string* name) {
    const bool none = out_ != nullptr ? name->empty() : name_ >= in_->names.size();
    return none ? *this : Names(name);
  }
  /// The one number of a message.
  template <typename T>
  Slots& Number(T* number) {
    if (out_ != nullptr) {
      out_->number = static_cast<std::int64_t>(*number);
    } else {
      *number = static_cast<T>(in_->number);
    }
    return *this;
  }
  template <typename... T>
  Slots& Values(T*... values) {
    (Item(&Input::values, &value_, values), ...);
    return *this;
  }
  Slots& Vector(Vector3d* v) { return Values(&v->x(), &v->y(), &v->z()); }
  /// Position, then quaternion w x y z.
  Slots& Pose(RigidTransform* X) {
    return Vector(&X->p).Values(&X->q.w(), &X->q.x(), &X->q.y(), &X->q.z());
  }
  /// All remaining names and values.
  void Rest(std::vector<std::string>* names, std::vector<double>* values) {
    if (out_ == nullptr) names->resize(in_->names.size() - std::min(name_, in_->names.size()));
    if (out_ == nullptr) values->resize(in_->values.size() - std::min(value_, in_->values.size()));
    for (std::string& name : *names) Names(&name);
    for (double& value : *values) Values(&value);
  }

  /// The message is damaged.
  void Refuse() { fits_ = false; }

  /// Whether there are unread values.
  bool has_more_values() const { return out_ == nullptr && value_ < in_->values.size(); }
  /// Whether the message is of this kind and was read completely.
  bool whole() const { return fits_ && name_ == in_->names.size() && value_ == in_->values.size(); }

 private:
  /// Writes or reads the next entry of a list, so that both directions have one description.
  template <typename T>
  void Item(std::vector<T> Input::*list, std::size_t* next, T* item) {
    if (out_ != nullptr) {
      (out_->*list).push_back(*item);
      return;
    }
    fits_ = fits_ && *next < (in_->*list).size();
    if (fits_) *item = (in_->*list)[(*next)++];
  }

  Input* out_ = nullptr;
  const Input* in_ = nullptr;
  std::size_t name_ = 0;
  std::size_t value_ = 0;
  bool fits_ = true;
};

/// Each List describes the slots of one kind of input.
void List(sim::JointCommand* input, Slots* slots) {
  std::string mode = sim::ControlModeName(input->mode);
  slots->Kind("command").Names(&input->joint, &mode).Number(&input->axis).Values(&input->target);
  input->mode = ParseControlMode(mode);
}
void List(sim::LinkWrench* input, Slots* slots) {
  slots->Kind("wrench").Names(&input->link).Number(&input->steps);
  slots->Vector(&input->F_L_W.force).Vector(&input->F_L_W.torque);
}
void List(sim::GravityChange* input, Slots* slots) {
  slots->Kind("gravity").Vector(&input->gravity_W);
}
/// The velocity is optional, as older recordings lack it.
void List(sim::Teleport* input, Slots* slots) {
  Twist* V = &input->V_WM_W;
  slots->Kind("teleport").Names(&input->model).Pose(&input->X_WM);
  const bool moves = !V->v.isZero(0.0) || !V->w.isZero(0.0);
  if (moves || slots->has_more_values()) slots->Vector(&V->v).Vector(&V->w);
}
void List(sim::JointReset* input, Slots* slots) {
  slots->Kind("joint").Names(&input->joint).Number(&input->axis).Values(&input->position);
}
/// When reading, the model contains only the file name.
void List(sim::Spawn* input, Slots* slots) {
  auto model = std::make_shared<world::Model>();
  world::ModelInstance& instance = input->instance;
  if (instance.model != nullptr) model->source.file = instance.model->source.file;
  slots->Kind("spawn").Names(&instance.name, &model->source.file).NameIfAny(&input->text);
  slots->Pose(&instance.X_WM);
  instance.model = std::move(model);
}
void List(sim::Remove* input, Slots* slots) {
  slots->Kind("remove").Names(&input->model).NameIfAny(&input->keep_as);
}
void List(sim::PutBack* input, Slots* slots) { slots->Kind("put_back").Names(&input->kept_as); }
void List(sim::Duplicate* input, Slots* slots) {
  slots->Kind("duplicate").Names(&input->model, &input->name).Pose(&input->X_WM);
}
void List(sim::PropertyChange* input, Slots* slots) {
  slots->Kind("property").Names(&input->entity, &input->property, &input->text);
  slots->Rest(&input->parts, &input->values);
}
void List(sim::Attach* input, Slots* slots) {
  slots->Kind("attach").Names(&input->name, &input->link_a, &input->link_b);
}
void List(sim::Detach* input, Slots* slots) { slots->Kind("detach").Names(&input->name); }
void List(sim::LightChange* input, Slots* slots) {
  slots->Kind("light").Names(&input->name).Number(&input->on);
  slots->Values(&input->intensity).Vector(&input->color);
}
void List(sim::StateReset*, Slots* slots) { slots->Kind("reset"); }
void List(sim::TopicMessage* input, Slots* slots) {
  slots->Kind("message").Names(&input->topic, &input->type);
}
void List(sim::JointMotion* input, Slots* slots) {
  slots->Kind("joint_motion").Names(&input->joint).Number(&input->axis);
  slots->Values(&input->position, &input->seconds);
}
void List(sim::Move* input, Slots* slots) {
  slots->Kind("move").Names(&input->model).Number(&input->check);
  slots->Pose(&input->X_WM).Values(&input->seconds);
}
void List(sim::PowerChange* input, Slots* slots) {
  slots->Kind("power").Names(&input->model).Number(&input->on);
}
void List(sim::FireEvent* input, Slots* slots) {
  slots->Kind("event").Names(&input->event, &input->subject, &input->action);
}
/// Pairs of name and state.
void List(sim::ControllerChange* input, Slots* slots) {
  std::vector<std::string> pairs;
  std::vector<double> values;
  for (const sim::ControllerChange::Entry& entry : input->controllers) {
    pairs.push_back(entry.name);
    pairs.push_back(sim::ControllerStateName(entry.state));
  }
  slots->Kind("controllers").Names(&input->model);
  slots->Rest(&pairs, &values);
  input->controllers.clear();
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    const auto state = sim::ParseControllerState(pairs[i + 1]);
    if (!state) return slots->Refuse();
    input->controllers.push_back({pairs[i], *state});
  }
  if (pairs.size() % 2 != 0) slots->Refuse();
}

/// Decodes the input; returns false if the message is of no known kind. TopicMessages are recorded
/// on their own topics.
template <std::size_t kind = 0>
bool Read(const Input& message, sim::Input* out) {
  if constexpr (kind < std::variant_size_v<sim::Input>) {
    std::variant_alternative_t<kind, sim::Input> input{};
    Slots slots(message);
    List(&input, &slots);
    if (!slots.whole()) return Read<kind + 1>(message, out);
    *out = std::move(input);
    return !std::holds_alternative<sim::TopicMessage>(*out);
  }
  return false;
}

}  // namespace

/// Grounds are recorded by name and read as those of a file.
Result<std::vector<world::GroundMaterial>> GroundsNamed(const std::string& property,
                                                        const std::string& name,
                                                        const ModelLoader& load_model) {
  std::vector<world::GroundMaterial> grounds;
  const bool is_ground = property.ends_with("ground");
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  if (!is_ground || name == sim::kNoGround || !std::all_of(name.begin(), name.end(), plain)) {
    return grounds;
  }
  // Readers look up the names of surfaces, so a minimal model is enough. The name was checked
  // above, because it becomes part of an XML text.
  const Result<LoadedModel> loaded = load_model(
      "",
      "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><model name='m'>"
      "<static>true</static><link name='l'><collision name='c'><geometry><plane/></geometry>"
      "<surefoot:surface name='" +
          name + "'/></collision></link></model></sdf>");
  if (!loaded.ok()) return loaded.error();
  return loaded->grounds;
}

// The text is for people; the slots are for replays.
Input ToMessage(std::int64_t step, const sim::Input& input) {
  Input message;
  message.step = step;
  message.accepted = true;
  message.text = sim::Describe(input);
  std::visit(
      [&message](auto one) {
        Slots slots(&message);
        List(&one, &slots);
      },
      input);
  return message;
}

// Messages may be from files and clients, so everything is checked.
Result<sim::Input> FromMessage(const Input& message, const ModelLoader& load_model) {
  sim::Input input;
  const bool known = Read(message, &input);
  auto* change = std::get_if<sim::PropertyChange>(&input);
  if (!known || (change != nullptr && change->parts.empty())) {
    return Error{"an input of the kind '" + message.kind + "' is not known"};
  }
  if (change != nullptr) {
    auto grounds = GroundsNamed(change->property, change->text, load_model);
    if (!grounds.ok()) return grounds.error();
    change->grounds = std::move(grounds).value();
  }
  if (auto* spawn = std::get_if<sim::Spawn>(&input)) {
    const auto loaded = load_model(spawn->instance.model->source.file, spawn->text);
    if (!loaded.ok()) return loaded.error();
    spawn->instance.model = loaded->model;
    spawn->grounds = loaded->grounds;
  }
  const auto* command = std::get_if<sim::JointCommand>(&input);
  if (command != nullptr && message.names[1] != sim::ControlModeName(command->mode)) {
    return Error{"an input commands the mode '" + message.names[1] + "', which is not known"};
  }
  return input;
}

}  // namespace surefoot
