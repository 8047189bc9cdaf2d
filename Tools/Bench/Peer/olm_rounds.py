"""Encrypts and decrypts with vodozemac, the Rust form of Olm, as often as each line of input says.

Answers each number with the nanoseconds of processor time that it took, and those that the same
loop took with two calls that only carry the bytes to Rust and back.
"""
import sys, time

import vodozemac

TEXT = bytes(1024)


def session():
    """Two ends of a session in which both have sent."""
    alice, bob = vodozemac.Account(), vodozemac.Account()
    bob.generate_one_time_keys(1)
    one_time = next(iter(bob.one_time_keys.values()))
    sender = alice.create_outbound_session(bob.curve25519_key, one_time)
    first = sender.encrypt(TEXT).to_pre_key()
    receiver, _ = bob.create_inbound_session(alice.curve25519_key, first)
    sender.decrypt(receiver.encrypt(TEXT))
    return sender, receiver


def spent(work, times):
    began = time.thread_time_ns()
    for _ in range(times):
        work()
    return time.thread_time_ns() - began


def main():
    sender, receiver = session()

    def both():
        receiver.decrypt(sender.encrypt(TEXT))

    parts = sender.encrypt(TEXT).to_parts()

    def calls():
        vodozemac.AnyOlmMessage.from_parts(*parts).to_parts()

    for line in sys.stdin:
        times = int(line)
        print(spent(both, times), spent(calls, times), flush=True)


main()
