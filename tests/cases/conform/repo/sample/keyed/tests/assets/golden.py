__golden__ = {"kernel": {"keyed": "keyed_golden"}}


def keyed_golden(x, **_):
    return x[:1] * len(x)
