/// What people can put into a world.

#include "surefoot/serve/control.h"
#include "surefoot/serve/library/library.h"
#include "surefoot/serve/services/offer.h"

namespace surefoot::serve {

void OfferLibraryServices(Control* control) {
  namespace sm = msgs::surefoot_msgs;
  Offer<sm::GetLibrary>(
      &control->run.graph(), "/surefoot/library",
      [control](const auto&, auto* response) { response->items = control->library->Items(); });
}

}  // namespace surefoot::serve
