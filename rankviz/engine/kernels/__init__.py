"""The compiled kernels: arrays and scalars only, serial, without fastmath. See jit.py for the policy."""
