#pragma once

namespace surefoot {

/// Number of calls of operator new in this test program so far.
long AllocationCount();

}  // namespace surefoot
