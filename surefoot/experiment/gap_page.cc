#include "surefoot/experiment/gap_page.h"

#include "surefoot/experiment/gap_tables.h"
#include "surefoot/report/page.h"

namespace surefoot::experiment {

std::string GapPage(const GapResult& result) {
  report::Page page("How far from real drives");
  for (const DriveGap& drive : result.drives) page.AddTable(DriveTable(drive, result));
  return page.ToHtml();
}

}  // namespace surefoot::experiment
