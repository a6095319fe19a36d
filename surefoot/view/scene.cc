#include "surefoot/view/scene.h"

#include "surefoot/msgs/json_text.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/view/description.h"
#include "surefoot/view/ground_json.h"
#include "surefoot/view/light_json.h"

namespace surefoot::view {
namespace {

using Topics = std::map<std::string, std::vector<std::string>>;

/// Topics of sensors by model, then "LINK::SENSOR".
std::map<std::string, Topics> SensorTopics(const sim::Simulation& simulation) {
  std::map<std::string, Topics> topics;
  for (const sensors::SensorStatus& status : simulation.machine().sensors().Statuses()) {
    // Names of models may hold "::", so the longest that fits counts.
    std::string owner;
    for (const world::ModelInstance& instance : simulation.world().spec().models) {
      const std::string scope = instance.name + "::";
      if (status.name.starts_with(scope) && instance.name.size() > owner.size()) {
        owner = instance.name;
      }
    }
    if (owner.empty()) continue;
    topics[owner][status.name.substr(owner.size() + 2)] = status.topics;
  }
  return topics;
}

/// The frame of a model's description in the world: where all that is fixed to it stands.
RigidTransform FrameOf(const sim::Simulation& simulation, int model) {
  const world::World& world = simulation.world();
  for (const world::Body& body : world.tree(model).bodies) {
    if (body.is_static) return world.instance(model).X_WM;
  }
  return world.layout(model).links.count > 0 ? simulation.ModelPose(model)
                                             : world.instance(model).X_WM;
}

void PutModel(const sim::Simulation& simulation, int model, const SceneContext& context,
              const Topics& topics, Assets* assets, msgs::JsonText* json) {
  const world::World& world = simulation.world();
  const world::ModelInstance& instance = world.instance(model);
  Problems ignored;
  const bool is_robot = !plugins::DrivesOf(world.model(model), &ignored).empty() ||
                        (!world.model(model).is_static && !topics.empty());
  const auto commands = context.commands.find(instance.name);
  json->BeginObject().Text("name", instance.name);
  json->Text("description", DescriptionOf(world, model, IsDrawnByCollisions(world, model),
                                          simulation.machine().sensor_kinds(), assets));
  json->Pose("pose", FrameOf(simulation, model));
  json->Integer("first", world.layout(model).links.first);
  json->Flag("robot", is_robot).Flag("static", world.model(model).is_static);
  json->Texts("commands",
              commands == context.commands.end() ? std::vector<std::string>() : commands->second);
  json->Key("topics").BeginObject();
  for (const auto& [sensor, names] : topics) json->Texts(sensor, names);
  json->EndObject().EndObject();
}

}  // namespace

std::string SceneJson(const sim::Simulation& simulation, const SceneContext& context,
                      Assets* assets) {
  const world::World& world = simulation.world();
  const std::map<std::string, Topics> topics = SensorTopics(simulation);
  msgs::JsonText json{kDrawnDigits};
  json.BeginObject().Text("world", world.spec().name).Text("file", context.world_file);
  json.Number("step", simulation.step_size())
      .Vector("gravity", simulation.machine().inputs().gravity_W);
  PutSky(world, &json);
  PutLights(world, simulation.state(), &json);
  PutGrounds(world, simulation.state(), assets, &json);
  json.Key("models").BeginArray();
  for (int model = 0; model < world.model_count(); ++model) {
    const auto found = topics.find(world.instance(model).name);
    PutModel(simulation, model, context, found == topics.end() ? Topics() : found->second, assets,
             &json);
  }
  json.EndArray().EndObject();
  return json.text();
}

}  // namespace surefoot::view
