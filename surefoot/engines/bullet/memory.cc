#include "surefoot/engines/bullet/memory.h"

#include <algorithm>
#include <tuple>

namespace surefoot::engines::bullet {
namespace {

/// A shape by what does not depend on the instance.
struct ShapeKey {
  std::int32_t link = 0;
  std::int32_t collision = 0;
  std::int32_t part = 0;
};

int ModelOf(const world::World& world, const std::vector<Shape>& shapes, int shape) {
  return world.model_of_link(shapes[static_cast<std::size_t>(shape)].link);
}

ShapeKey KeyOf(const world::World& world, const Shape& shape) {
  const int model = world.model_of_link(shape.link);
  return ShapeKey{shape.link - world.layout(model).links.first, shape.collision, shape.part};
}

/// Id, or -1.
int FindModel(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// Index, or -1. Shapes are in the order of models, links, collisions and parts.
int FindShape(const world::World& world, const std::vector<Shape>& shapes, int model,
              const ShapeKey& key) {
  const int link = world.layout(model).links.first + key.link;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].link == link && shapes[i].collision == key.collision &&
        shapes[i].part == key.part) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void DropContacts(const world::World& world, int model, const std::vector<Shape>& shapes,
                  std::vector<Remembered>* memory) {
  memory->erase(std::remove_if(memory->begin(), memory->end(),
                               [&](const Remembered& contact) {
                                 return ModelOf(world, shapes, contact.a) == model ||
                                        ModelOf(world, shapes, contact.b) == model;
                               }),
                memory->end());
}

/// Calls f(first, count) for the model's entries of the joints' forces.
template <typename F>
void ForEachForce(const Built& built, const ModelRange& range, F f) {
  f(static_cast<std::size_t>(range.dofs.first), static_cast<std::size_t>(range.dofs.count));
  f(built.dofs.size() + 3 * static_cast<std::size_t>(range.balls.first),
    3 * static_cast<std::size_t>(range.balls.count));
  f(built.dofs.size() + 3 * built.balls.size() + static_cast<std::size_t>(range.dofs.first),
    static_cast<std::size_t>(range.dofs.count));
}

const ModelRange* FindRange(const Built& built, int model) {
  for (const ModelRange& range : built.ranges) {
    if (range.model == model) return &range;
  }
  return nullptr;
}

}  // namespace

void Forget(const world::World& world, const Built& built, int model,
            const std::vector<Shape>& shapes, Servos* servos, Impacts* impacts) {
  DropContacts(world, model, shapes, &impacts->memory());
  const ModelRange* range = FindRange(built, model);
  if (range == nullptr) return;
  ForEachForce(built, *range, [&](std::size_t first, std::size_t count) {
    std::fill_n(servos->forces().begin() + static_cast<std::ptrdiff_t>(first), count, 0.0);
  });
}

void SaveForces(const world::World& world, const std::vector<std::string>& names,
                const Built& built, const ModelRange& range, const std::vector<Shape>& shapes,
                const Servos& servos, const Impacts& impacts, ByteWriter* writer) {
  ForEachForce(built, range, [&](std::size_t first, std::size_t count) {
    writer->PutDoubles(servos.forces().data() + first, count);
  });
  const auto own = [&](const Remembered& contact) {
    return ModelOf(world, shapes, contact.a) == range.model ||
           ModelOf(world, shapes, contact.b) == range.model;
  };
  const auto count = std::count_if(impacts.memory().begin(), impacts.memory().end(), own);
  writer->Put<std::uint64_t>(static_cast<std::uint64_t>(count));
  for (const Remembered& contact : impacts.memory()) {
    if (!own(contact)) continue;
    for (const int shape : {contact.a, contact.b}) {
      writer->PutString(names[static_cast<std::size_t>(ModelOf(world, shapes, shape))]);
      writer->Put(KeyOf(world, shapes[static_cast<std::size_t>(shape)]));
    }
    writer->PutRaw(contact.p_W.data(), 3 * sizeof(double));
    writer->PutRaw(contact.f_W.data(), 3 * sizeof(double));
  }
}

bool RestoreForces(const world::World& world, const std::vector<std::string>& names,
                   const Built& built, const ModelRange& range, const std::vector<Shape>& shapes,
                   ByteReader* reader, Servos* servos, Impacts* impacts) {
  std::vector<double> forces = servos->forces();
  ForEachForce(built, range, [&](std::size_t first, std::size_t count) {
    reader->GetDoubles(forces.data() + first, count);
  });
  std::vector<Remembered> contacts;
  const auto count = reader->Get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && reader->ok(); ++i) {
    Remembered contact;
    int* sides[] = {&contact.a, &contact.b};
    for (int* side : sides) {
      const int model = FindModel(names, reader->GetString());
      const ShapeKey key = reader->Get<ShapeKey>();
      *side = model < 0 ? -1 : FindShape(world, shapes, model, key);
    }
    reader->GetRaw(contact.p_W.data(), 3 * sizeof(double));
    reader->GetRaw(contact.f_W.data(), 3 * sizeof(double));
    if (contact.a < 0 || contact.b < 0) continue;
    if (contact.a > contact.b) {
      std::swap(contact.a, contact.b);
      contact.f_W = -contact.f_W;
    }
    contacts.push_back(contact);
  }
  if (!reader->ok() || reader->left() != 0) return false;
  servos->forces() = std::move(forces);
  std::vector<Remembered>& memory = impacts->memory();
  DropContacts(world, range.model, shapes, &memory);
  memory.insert(memory.end(), contacts.begin(), contacts.end());
  std::stable_sort(memory.begin(), memory.end(), [](const Remembered& x, const Remembered& y) {
    return std::tie(x.a, x.b) < std::tie(y.a, y.b);
  });
  return true;
}

}  // namespace surefoot::engines::bullet
