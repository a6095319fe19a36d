#pragma once

/// Private to this folder.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"

namespace surefoot::gap {

/// Index of the column that tells the time (time, t, timestamp, stamp, header.stamp, ...); -1 when
/// there is none.
int FindTimeColumn(const CsvFile& file);

/// The column "time" of a series in seconds since its first row. `name`: what the file calls it. In
/// nano-, micro- or milliseconds when that ends so (time_ns) or the numbers can only be such times
/// since 1970. An error when they fall.
Result<std::vector<double>> SecondsOf(const RecordedSeries& series, const std::string& name);

}  // namespace surefoot::gap
