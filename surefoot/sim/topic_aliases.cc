#include "surefoot/sim/topic_aliases.h"

#include <string>

#include "surefoot/world/element_reader.h"

namespace surefoot::sim {
namespace {

/// Calls `use(element, topic, alias)` for each alias of the world, with full names.
template <typename Use>
void ForEachAlias(const world::World& world, Use use) {
  for (const world::ModelInstance& instance : world.spec().models) {
    const std::string scope = graph::TopicName("", instance.name);
    for (const world::Element& element : instance.model->extensions) {
      if (element.name != "surefoot:topic_alias") continue;
      const std::string* topic = element.Attribute("topic");
      const std::string* alias = element.Attribute("alias");
      const bool given = topic != nullptr && alias != nullptr && !topic->empty();
      if (given && !alias->empty()) {
        use(element, graph::TopicName(scope, *topic), graph::TopicName(scope, *alias));
      } else {
        use(element, "", "");
      }
    }
  }
}

}  // namespace

void AddTopicAliases(const world::World& world, graph::Graph* graph, Problems* problems) {
  ForEachAlias(world, [&](const world::Element& element, const std::string& topic,
                          const std::string& alias) {
    if (topic.empty()) {
      problems->Error(element.source, "an alias needs the attributes topic and alias", "",
                      "write <surefoot:topic_alias topic=\"imu/data\" "
                      "alias=\"sensors/imu_0/data\"/>");
      return;
    }
    const world::ElementReader reader(element, problems);
    reader.Allow({"topic", "alias"});
    reader.WarnMisspelt();
    const Status status = graph->AddAlias(alias, topic);
    if (!status.ok()) problems->Error(element.source, status.error().message, alias);
  });
}

void CheckTopicAliases(const world::World& world, const graph::Graph& graph, Problems* problems) {
  ForEachAlias(world, [&](const world::Element& element, const std::string& topic,
                          const std::string& /*alias*/) {
    if (topic.empty() || graph.FindTopic(topic) != nullptr) return;
    problems->Warning(element.source, "the alias has no effect: there is no such topic", topic,
                      "name a topic of one of the model's sensors or drives");
  });
}

}  // namespace surefoot::sim
