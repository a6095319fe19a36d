#pragma once

namespace surefoot {

/// How often this test program has called operator new so far.
long AllocationCount();

}  // namespace surefoot
