#pragma once

namespace surefoot::drives::test {

/// How often this test program has called operator new so far.
long AllocationCount();

}  // namespace surefoot::drives::test
