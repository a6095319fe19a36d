#include "surefoot/serve/clients/accept.h"

#include "surefoot/msgs/geometry_msgs.h"

namespace surefoot::serve {
namespace {

namespace gm = msgs::geometry_msgs;

/// A topic message with both forms of `message`: bytes for the recorder, the struct for drives.
template <typename T>
sim::TopicMessage MessageOf(const std::string& topic, const T& message) {
  sim::TopicMessage out{topic, T::type().name, {}, std::make_shared<T>(message)};
  msgs::Encode(message, &out.cdr);
  return out;
}

/// Decodes the bytes once; gateways inside the process may have set the message already.
Status Decode(graph::Publication* publication) {
  if (publication->message != nullptr) return Status();
  const msgs::TypeInfo* type = publication->type;
  const std::string& topic = publication->topic;
  if (type == nullptr) return Error{"the message for '" + topic + "' has no type"};
  const std::shared_ptr<void> message = type->make();
  if (!type->decode(publication->cdr.data(), publication->cdr.size(), message.get())) {
    return Error{"the message for '" + topic + "' is not a valid " + type->name};
  }
  publication->message = message;
  return Status();
}

}  // namespace

Result<sim::TopicMessage> Accept(graph::Publication* publication, const graph::Graph& graph) {
  const Status decoded = Decode(publication);
  if (!decoded.ok()) return decoded.error();
  const msgs::TypeInfo* type = publication->type;
  const std::string& topic = publication->topic;
  const void* message = publication->message.get();
  const graph::Topic* known = graph.FindTopic(topic);
  // For a topic that the graph does not know there is nothing to convert to.
  if (known == nullptr || known->type == type) {
    return sim::TopicMessage{topic, type->name, publication->cdr, publication->message};
  }
  if (known->type == &gm::Twist::type() && type == &gm::TwistStamped::type()) {
    return MessageOf(topic, static_cast<const gm::TwistStamped*>(message)->twist);
  }
  if (known->type == &gm::TwistStamped::type() && type == &gm::Twist::type()) {
    gm::TwistStamped stamped;
    stamped.twist = *static_cast<const gm::Twist*>(message);
    return MessageOf(topic, stamped);
  }
  return Error{"topic '" + topic + "' has messages of type " + known->type->name + ", not " +
               type->name};
}

}  // namespace surefoot::serve
