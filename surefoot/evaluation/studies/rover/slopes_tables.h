#pragma once

#include <vector>

#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/studies/rover/slopes_report.h"

namespace surefoot::studies {

report::Table DriveTable(const SlopesWork& work);
report::Table SlipTable(const SlopesWork& work);
report::Table LimitTable(const SlopesWork& work);
report::Table MultibodyTable(const SlopesWork& work, const std::vector<SlopeTrial>& trials);

}  // namespace surefoot::studies
