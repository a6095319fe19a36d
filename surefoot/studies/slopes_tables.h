#pragma once

#include <vector>

#include "surefoot/report/table.h"
#include "surefoot/studies/slopes_report.h"

namespace surefoot::studies {

report::Table DriveTable(const SlopesWork& work);
report::Table SlipTable(const SlopesWork& work);
report::Table LimitTable(const SlopesWork& work);
report::Table MultibodyTable(const SlopesWork& work, const std::vector<SlopeTrial>& trials);

}  // namespace surefoot::studies
