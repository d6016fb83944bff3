"""Types of golden cases: their NumPy types, random values, and their bytes as the device has them."""
import numpy as np

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None
try:
    import en_dtypes
except ImportError:
    en_dtypes = None

NAMES = {"float": "float32", "double": "float64", "fp16": "float16", "fp32": "float32", "bf16": "bfloat16"}
PLAIN = ("float32", "float16", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "bool", "complex64", "complex128")
# Where types without a NumPy name come from: a module, and its name for the type.
EXTRA = {"bfloat16": (ml_dtypes, "bfloat16"), "float8_e4m3fn": (ml_dtypes, "float8_e4m3fn"),
         "float8_e5m2": (ml_dtypes, "float8_e5m2"), "int4": (ml_dtypes, "int4"),
         "hifloat8": (en_dtypes, "hifloat8"), "float8_e8m0": (en_dtypes, "float8_e8m0"),
         "float4_e2m1": (en_dtypes, "float4_e2m1"), "float4_e1m2": (en_dtypes, "float4_e1m2")}
FILE_NAMES = {"float64": "double"}  # as oprun spells them
BITS = {"int4": 4, "float4_e2m1": 4, "float4_e1m2": 4, "uint1": 1}
EXACT = ("int4", "uint1")


class Skip(Exception):
    """The case cannot be prepared; the text says why."""


def normal(name):
    return NAMES.get(name, name)


def numpy_type(name):
    if name in PLAIN:
        return np.dtype(name)
    if name == "uint1":  # eight in a byte, the first lowest: arrays have bytes
        return np.dtype(np.uint8)
    module, own = EXTRA.get(name, (None, None))
    if module and hasattr(module, own):
        return np.dtype(getattr(module, own))
    raise Skip(f"type {name} is not supported by the case runner")


def is_exact(name):
    return numpy_type(name).kind in "iub" or name in EXACT


def count_of(shape):
    return int(np.prod(shape, dtype=np.int64))


def array_shape(name, shape):
    """The shape of the NumPy array that holds so many elements."""
    return (-(-count_of(shape) // 8),) if name == "uint1" else tuple(shape)


def byte_count(name, shape):
    return -(-count_of(shape) * BITS.get(name, numpy_type(name).itemsize * 8) // 8)


def to_bytes(array, name):
    """The array as the device has it: elements of four bits lie two in a byte, the first in its low half."""
    if BITS.get(name) != 4:
        return array.tobytes()
    nibbles = np.frombuffer(array.tobytes(), dtype=np.uint8) & 15
    nibbles = np.concatenate([nibbles, np.zeros(nibbles.size % 2, dtype=np.uint8)])
    return (nibbles[0::2] | nibbles[1::2] << 4).tobytes()


def is_pair(value):
    """A range; values after its ends are mixed in as they are."""
    return (isinstance(value, (tuple, list)) and len(value) >= 2 and
            all(v is None or isinstance(v, (int, float, bool)) for v in value))


def whole_end(value, limits, default):
    """An end of a range of whole numbers, which the table may give as any number."""
    if value is None or value != value:
        return default
    if value in (float("inf"), float("-inf")):
        return limits[1] if value > 0 else limits[0]
    return min(max(int(value), limits[0]), limits[1])


# Ends of a range that the table leaves open.
USUAL_LOW, USUAL_HIGH = -2, 2


def generate(name, shape, span, rng):
    dtype, shape = numpy_type(name), array_shape(name, shape)
    low, high = span[:2] if is_pair(span) else (None, None)
    if name == "bool":
        low, high = (0, 1) if low is None or high is None else (int(low), int(high))
        return rng.integers(min(low, high), max(low, high) + 1, shape).astype(np.bool_)
    if name == "uint1":
        return rng.integers(0, 256, shape, dtype=np.uint8)
    if is_exact(name):
        limits = (-8, 7) if name == "int4" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        low, high = whole_end(low, limits, max(USUAL_LOW, limits[0])), whole_end(high, limits, USUAL_HIGH)
        kind = np.int8 if name == "int4" else dtype
        return rng.integers(min(low, high), max(low, high), shape, dtype=kind, endpoint=True).astype(dtype)
    low, high = float(USUAL_LOW if low is None else low), float(USUAL_HIGH if high is None else high)
    size = count_of(shape)
    out = np.empty(size, dtype=dtype)
    step = 1 << 22  # a tensor's worth of doubles would need many times its memory
    for at in range(0, size, step):
        out[at:at + step] = draw(dtype, min(step, size - at), low, high, span[2:] if is_pair(span) else (), rng)
    return out.reshape(shape)


def draw(dtype, count, low, high, special, rng):
    if not np.isfinite(low) or not np.isfinite(high):  # special values: the ends themselves
        values = np.where(rng.random(count) < 0.5, low, high)
    else:
        share = rng.random(count)
        values = low * (1 - share) + high * share
    if dtype.kind == "c":
        share = rng.random(count)
        values = values + 1j * (low * (1 - share) + high * share)
    if special:
        extra = np.asarray(special, dtype=np.float64)[rng.integers(0, len(special), count)]
        values = np.where(rng.random(count) < 0.1, extra, values)
    with np.errstate(over="ignore"):
        return np.asarray(values).astype(dtype)
