#include "surefoot/serve/clients/accept.h"

#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::serve {
namespace {

using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;

template <typename T>
sim::TopicMessage MessageOf(const std::string& topic, const T& message) {
  sim::TopicMessage out;
  out.topic = topic;
  out.type = T::type().name;
  msgs::Encode(message, &out.cdr);
  return out;
}

}  // namespace

Result<sim::TopicMessage> Accept(const graph::Publication& publication, const graph::Graph& graph) {
  const msgs::TypeInfo* type = publication.type;
  const std::string& topic = publication.topic;
  if (type == nullptr) return Error{"the message for '" + topic + "' has no type"};
  const std::shared_ptr<void> message = type->make();
  if (!type->decode(publication.cdr.data(), publication.cdr.size(), message.get())) {
    return Error{"the message for '" + topic + "' is no " + type->name};
  }
  const graph::Topic* known = graph.FindTopic(topic);
  if (known == nullptr || known->type == type) {
    return sim::TopicMessage{topic, type->name, publication.cdr};
  }
  if (known->type == &Twist::type() && type == &TwistStamped::type()) {
    return MessageOf(topic, static_cast<const TwistStamped*>(message.get())->twist);
  }
  if (known->type == &TwistStamped::type() && type == &Twist::type()) {
    TwistStamped stamped;
    stamped.twist = *static_cast<const Twist*>(message.get());
    return MessageOf(topic, stamped);
  }
  return Error{"topic '" + topic + "' has messages of type " + known->type->name + ", not " +
               type->name};
}

}  // namespace surefoot::serve
