"""Writes the recordings of this folder with the Python package mcap: names as arguments."""

import sys

from mcap.writer import CompressionType, Writer

COMPRESSION = {
    "chunked_lz4": CompressionType.LZ4,
    "chunked_zstd": CompressionType.ZSTD,
    "chunked_none": CompressionType.NONE,
    "unchunked": CompressionType.NONE,
}

for name in sys.argv[1:]:
    writer = Writer(
        name + ".mcap",
        chunk_size=1000,
        compression=COMPRESSION[name],
        use_chunking=name != "unchunked",
        enable_data_crcs=True,
    )
    writer.start()
    writer.add_metadata("robot.info", {"robot": "husky"})
    schema = writer.register_schema("Thing", "jsonschema", b"{}")
    even = writer.register_channel("/even", "raw", schema)
    odd = writer.register_channel("/odd", "raw", 0)
    for i in range(50):
        time = 1_700_000_000_000_000_000 + i * 1000
        data = bytes(i * k % 256 for k in range(i))
        writer.add_message(even if i % 2 == 0 else odd, time, data, time - 1, i)
    writer.add_attachment(0, 0, "note.txt", "text/plain", b"note")
    writer.finish()
