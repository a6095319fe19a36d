#pragma once

/// Shared by the targets for images.

#include "fuzz/target.h"
#include "surefoot/geometry/image/image_readers.h"

namespace surefoot::fuzz {

/// Checks that the number of pixels is width times height, or that there is an error message.
template <typename Picture, typename Samples>
void CheckPicture(const Result<Picture>& picture, Samples Picture::*samples,
                  std::size_t samples_per_pixel) {
  if (!picture.ok()) return Require(!picture.error().message.empty(), "an error says something");
  const auto pixels =
      static_cast<std::size_t>(picture->width) * static_cast<std::size_t>(picture->height);
  Require(((*picture).*samples).size() == pixels * samples_per_pixel,
          "a picture has as many samples as its size says");
}

inline void CheckPicture(const Result<Image>& picture) { CheckPicture(picture, &Image::rgba, 4); }

}  // namespace surefoot::fuzz
