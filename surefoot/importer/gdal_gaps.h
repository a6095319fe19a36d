#pragma once

#include <vector>

namespace surefoot::importer {

/// Fills the values that are not known smoothly from those around them: by means over ever larger
/// squares. Known ones stay. At least one must be known.
void FillFromAround(int width, int height, const std::vector<char>& known,
                    std::vector<float>* values);

}  // namespace surefoot::importer
