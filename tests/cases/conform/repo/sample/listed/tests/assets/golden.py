import numpy as np

__golden__ = {"kernel": {"listed": "listed_golden"}}


def listed_golden(x, n, **_):
    return np.float32(x + n.astype(np.float32))
