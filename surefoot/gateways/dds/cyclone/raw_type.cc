#include "surefoot/gateways/dds/cyclone/raw_type.h"

#include <dds/dds.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/q_radmin.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>

namespace surefoot::gateways::dds::cyclone {
namespace {

struct RawType : public ddsi_sertype {
  std::size_t max_message = 0;
};

struct RawData : public ddsi_serdata {
  RawData(const ddsi_sertype* of, ddsi_serdata_kind data_kind, std::size_t length)
      : ddsi_serdata{}, size(length) {
    ddsi_serdata_init(this, of, data_kind);
    // Whole words are sent.
    octets.reset(new std::uint8_t[Padded(length)]);
    std::memset(octets.get() + length, 0, Padded(length) - length);
  }
  static std::size_t Padded(std::size_t length) { return (length + 3) / 4 * 4; }

  std::size_t size;
  std::unique_ptr<std::uint8_t[]> octets;
};

const RawData& Raw(const ddsi_serdata* data) { return *static_cast<const RawData*>(data); }

// Functions of messages.

bool EqualKeys(const ddsi_serdata*, const ddsi_serdata*) { return true; }

std::uint32_t SizeOf(const ddsi_serdata* data) {
  return static_cast<std::uint32_t>(Raw(data).size);
}

bool Fits(const ddsi_sertype* type, std::size_t size) {
  return size >= 4 && size <= static_cast<const RawType*>(type)->max_message;
}

/// From the fragments that arrived, which are in order and may overlap.
ddsi_serdata* FromFragments(const ddsi_sertype* type, ddsi_serdata_kind kind,
                            const nn_rdata* fragment, std::size_t size) {
  if (!Fits(type, size)) return nullptr;
  auto data = std::make_unique<RawData>(type, kind, size);
  std::uint32_t done = 0;
  for (; fragment != nullptr; fragment = fragment->nextfrag) {
    if (fragment->maxp1 <= done) continue;
    if (fragment->min > done || fragment->maxp1 > size) return nullptr;
    const unsigned char* const payload =
        NN_RMSG_PAYLOADOFF(fragment->rmsg, NN_RDATA_PAYLOAD_OFF(fragment));
    std::memcpy(data->octets.get() + done, payload + (done - fragment->min),
                fragment->maxp1 - done);
    done = fragment->maxp1;
  }
  return done == size ? data.release() : nullptr;
}

ddsi_serdata* FromParts(const ddsi_sertype* type, ddsi_serdata_kind kind, ddsrt_msg_iovlen_t count,
                        const ddsrt_iovec_t* parts, std::size_t size) {
  if (!Fits(type, size)) return nullptr;
  auto data = std::make_unique<RawData>(type, kind, size);
  std::size_t done = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (parts[i].iov_len > size - done) return nullptr;
    std::memcpy(data->octets.get() + done, parts[i].iov_base, parts[i].iov_len);
    done += parts[i].iov_len;
  }
  return data.release();
}

ddsi_serdata* FromKeyHash(const ddsi_sertype* type, const ddsi_keyhash*) {
  return new RawData(type, SDK_KEY, 0);
}

/// Samples are written and taken as messages only.
ddsi_serdata* FromSample(const ddsi_sertype* type, ddsi_serdata_kind kind, const void*) {
  return kind == SDK_DATA ? nullptr : new RawData(type, kind, 0);
}

void ToOctets(const ddsi_serdata* data, std::size_t offset, std::size_t size, void* out) {
  std::memcpy(out, Raw(data).octets.get() + offset, size);
}

ddsi_serdata* BorrowOctets(const ddsi_serdata* data, std::size_t offset, std::size_t size,
                           ddsrt_iovec_t* part) {
  part->iov_base = Raw(data).octets.get() + offset;
  part->iov_len = size;
  return ddsi_serdata_ref(data);
}

void ReturnOctets(ddsi_serdata* data, const ddsrt_iovec_t*) { ddsi_serdata_unref(data); }

bool ToSample(const ddsi_serdata*, void*, void**, void*) { return false; }

ddsi_serdata* ToUntyped(const ddsi_serdata* data) {
  auto* const untyped = new RawData(data->type, SDK_KEY, 0);
  untyped->type = nullptr;
  return untyped;
}

bool UntypedToSample(const ddsi_sertype*, const ddsi_serdata*, void*, void**, void*) {
  return true;
}

void FreeData(ddsi_serdata* data) { delete static_cast<RawData*>(data); }

std::size_t Print(const ddsi_sertype*, const ddsi_serdata* data, char* out, std::size_t size) {
  return static_cast<std::size_t>(std::snprintf(out, size, "%zu octets", Raw(data).size));
}

void GetKeyHash(const ddsi_serdata*, ddsi_keyhash* hash, bool) {
  std::memset(hash, 0, sizeof *hash);
}

std::uint32_t SharedSize(const ddsi_serdata*) { return 0; }

ddsi_serdata* FromShared(const ddsi_sertype*, ddsi_serdata_kind, void*, void*) { return nullptr; }

// Functions of types.

void FreeType(ddsi_sertype* type) {
  ddsi_sertype_fini(type);
  delete static_cast<RawType*>(type);
}

void ZeroSamples(const ddsi_sertype*, void*, std::size_t) {}

void ReallocSamples(void** samples, const ddsi_sertype*, void*, std::size_t, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) samples[i] = nullptr;
}

void FreeSamples(const ddsi_sertype*, void**, std::size_t, dds_free_op_t) {}

bool EqualTypes(const ddsi_sertype* a, const ddsi_sertype* b) {
  return static_cast<const RawType*>(a)->max_message == static_cast<const RawType*>(b)->max_message;
}

std::uint32_t HashOf(const ddsi_sertype* type) {
  return static_cast<std::uint32_t>(
      std::hash<std::size_t>{}(static_cast<const RawType*>(type)->max_message));
}

std::size_t SerializedSize(const ddsi_sertype*, const void*) { return 0; }

bool SerializeInto(const ddsi_sertype*, const void*, void*, std::size_t) { return false; }

const ddsi_serdata_ops kDataFunctions = {
    .eqkey = EqualKeys,
    .get_size = SizeOf,
    .from_ser = FromFragments,
    .from_ser_iov = FromParts,
    .from_keyhash = FromKeyHash,
    .from_sample = FromSample,
    .to_ser = ToOctets,
    .to_ser_ref = BorrowOctets,
    .to_ser_unref = ReturnOctets,
    .to_sample = ToSample,
    .to_untyped = ToUntyped,
    .untyped_to_sample = UntypedToSample,
    .free = FreeData,
    .print = Print,
    .get_keyhash = GetKeyHash,
    .get_sample_size = SharedSize,
    .from_iox_buffer = FromShared,
};

const ddsi_sertype_ops kTypeFunctions = {
    .version = ddsi_sertype_v0,
    .arg = nullptr,
    .free = FreeType,
    .zero_samples = ZeroSamples,
    .realloc_samples = ReallocSamples,
    .free_samples = FreeSamples,
    .equal = EqualTypes,
    .hash = HashOf,
    .type_id = nullptr,
    .type_map = nullptr,
    .type_info = nullptr,
    .derive_sertype = nullptr,
    .get_serialized_size = SerializedSize,
    .serialize_into = SerializeInto,
};

}  // namespace

ddsi_sertype* MakeRawType(const std::string& name, std::size_t max_message) {
  auto* const type = new RawType{};
  ddsi_sertype_init_flags(type, name.c_str(), &kTypeFunctions, &kDataFunctions,
                          DDSI_SERTYPE_FLAG_TOPICKIND_NO_KEY);
  type->allowed_data_representation = DDS_DATA_REPRESENTATION_FLAG_XCDR1;
  type->max_message = max_message;
  return type;
}

ddsi_serdata* MakeRawData(const ddsi_sertype* type, const Bytes& cdr) {
  auto* const data = new RawData(type, SDK_DATA, cdr.size());
  std::memcpy(data->octets.get(), cdr.data(), cdr.size());
  return data;
}

Bytes OctetsOf(const ddsi_serdata* data) {
  const RawData& raw = Raw(data);
  return Bytes(raw.octets.get(), raw.octets.get() + raw.size);
}

}  // namespace surefoot::gateways::dds::cyclone
