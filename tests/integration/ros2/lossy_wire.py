"""lossy_wire.py A B SHARE: a cable between two network devices that loses that share of the frames, always the same ones."""

import random
import select
import socket
import sys

OUTGOING = 4  # PACKET_OUTGOING of linux/if_packet.h
ALL = 3  # ETH_P_ALL


def main():
    share = float(sys.argv[3])
    ends = [socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL)) for _ in range(2)]
    for end, name in zip(ends, sys.argv[1:3]):
        end.bind((name, ALL))
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 << 20)
    other = dict(zip(ends, reversed(ends)))
    chance = random.Random(1)
    print("ready", flush=True)
    while True:
        for end in select.select(ends, [], [])[0]:
            frame, address = end.recvfrom(65536)
            # Frames of ARP are spared: without the neighbour's address nothing is sent at all for a second.
            spared = frame[12:14] == b"\x08\x06"
            if address[2] != OUTGOING and (spared or chance.random() >= share):
                other[end].send(frame)


main()
