#include "surefoot/builtin/register_formats.h"

#include "surefoot/formats/centurion/centurion.h"
#include "surefoot/formats/mjcf/mjcf.h"
#include "surefoot/formats/sdf/sdf_reader.h"
#include "surefoot/formats/urdf/urdf.h"

namespace surefoot {

void RegisterFormats(formats::FormatRegistry* registry) {
  registry->Add("sdf", formats::MakeSdfFormat());
  registry->Add("urdf", formats::MakeUrdfFormat());
  registry->Add("mjcf", formats::MakeMjcfFormat());
  registry->Add("centurion", formats::MakeCenturionFormat());
}

}  // namespace surefoot
