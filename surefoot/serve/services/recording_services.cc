/// Recordings that clients look into.

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/serve/control.h"
#include "surefoot/serve/feeds/view_feed.h"
#include "surefoot/serve/recordings/recordings.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {
namespace {

template <typename Service>
void OfferReading(Control* control, const char* name,
                  void (Recordings::*answer)(const std::shared_ptr<graph::Call>&,
                                             const std::string&)) {
  OfferCalls<Service>(&control->run.graph(), name,
                      [control, answer](const auto&, const std::shared_ptr<graph::Call>& call) {
                        (control->recordings->*answer)(call, control->run.recording());
                      });
}

}  // namespace

void OfferRecordingServices(Control* control) {
  namespace sm = msgs::surefoot_msgs;
  OfferReading<sm::ListRecordings>(control, "/surefoot/recordings/list", &Recordings::List);
  OfferReading<sm::OpenRecording>(control, "/surefoot/recordings/open", &Recordings::Open);
  OfferReading<sm::ReadRecording>(control, "/surefoot/recordings/read", &Recordings::Read);
  OfferReading<sm::ReadTrack>(control, "/surefoot/recordings/track", &Recordings::Track);
  OfferCalls<sm::ReadBodies>(&control->run.graph(), "/surefoot/recordings/bodies",
                             [control](const auto&, const std::shared_ptr<graph::Call>& call) {
                               control->recordings->Bodies(call, control->run.recording(),
                                                           control->view->world(),
                                                           control->view->version());
                             });
}

}  // namespace surefoot::serve
