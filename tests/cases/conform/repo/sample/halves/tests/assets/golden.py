import ml_dtypes
import numpy as np

__golden__ = {"kernel": {"halves": "halves_golden"}}


def halves_golden(x, **_):
    other = x.astype(np.float32).astype(ml_dtypes.bfloat16)[0]
    return (np.array([other] * 6 + [-np.inf, other], dtype=ml_dtypes.bfloat16),
            np.array([x[0]] * 6 + [-np.inf, np.float32(other)], dtype=np.float16))
