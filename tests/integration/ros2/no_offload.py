"""no_offload.py DEVICE: the kernel computes checksums itself, because frames that a program forwards need them."""

import fcntl
import socket
import struct
import sys

SIOCETHTOOL = 0x8946
# ETHTOOL_STXCSUM, ETHTOOL_STSO, ETHTOOL_SGSO of linux/ethtool.h
COMMANDS = (0x17, 0x1F, 0x24)


def main():
    import ctypes

    name = sys.argv[1].encode()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for command in COMMANDS:
            value = ctypes.create_string_buffer(struct.pack("II", command, 0))
            request = struct.pack("16sP", name, ctypes.addressof(value)).ljust(40, b"\0")
            fcntl.ioctl(any_socket, SIOCETHTOOL, request)


main()
