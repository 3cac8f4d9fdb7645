"""§10 of ARITHMETIC.md: reads a model file, and refuses what the page does not allow."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np

from network import FrontLayer, Map, Network, require

TYPES = {"F32": "<f4", "I16": "<i2", "I32": "<i4", "I64": "<i8", "I8": "i1", "U8": "u1"}


def read_safetensors(path):
    """The metadata, and the tensors by name."""
    data = Path(path).read_bytes()
    size = int.from_bytes(data[:8], "little")
    header, body = json.loads(data[8:8 + size]), data[8 + size:]
    metadata, tensors, end = header.pop("__metadata__", {}), {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        (start, stop), kind, shape = entry["data_offsets"], np.dtype(TYPES[entry["dtype"]]), entry["shape"]
        require(start == end and stop - start == kind.itemsize * np.prod(shape, dtype=np.int64), f"{name} is not in its place.")
        tensors[name], end = np.frombuffer(body[start:stop], kind).reshape(shape), stop
    require(end == len(body), "The tensors do not fill the file.")
    return metadata, tensors


def float32(text):
    """The float32 nearest to a decimal text, ties to even. By way of float64 it would be rounded twice."""
    exact, near = Fraction(text), np.float32(text)
    candidates = (np.nextafter(near, np.float32(-np.inf)), near, np.nextafter(near, np.float32(np.inf)))
    return min(candidates, key=lambda v: (abs(Fraction(float(v)) - exact), int(v.view(np.uint32)) & 1))


def read_map(tensors, name, rows, terms):
    """The map `name`, proven not to overflow; its terms are (matrix, columns, width of a panel)."""
    def tensor(key, kind, *shape):
        value = tensors.get(f"q15.{key}")
        require(value is not None, f"The file has no tensor q15.{key}.")
        require(value.dtype == TYPES[kind] and value.shape == shape, f"q15.{key} is not {kind} of shape {list(shape)}.")
        return value.astype(np.int64)

    blocks, parts = -(-rows // 16), []
    for matrix, columns, width in terms:
        require(rows * columns <= 2**24, f"{matrix} has more than 2^24 weights.")
        has_bytes = tensors.get(f"q15.{matrix}.weight", np.empty(0)).dtype == TYPES["I8"]
        weights = tensor(f"{matrix}.weight", "I8" if has_bytes else "I16", rows, columns)
        if has_bytes:
            require(width % 4 == 0 or columns <= width, f"{matrix} has panels of other than fours of columns.")
            require(np.abs(weights).max(initial=0) <= 127, f"{matrix} has a weight outside ±127.")
        parts.append((weights, tensor(f"{matrix}.shift", "U8", blocks, -(-columns // width)), width))
    result = Map(tensor(f"{name}.bias", "I32", rows), tensor(f"{name}.output_shift", "U8", blocks), parts)
    result.prove(name)
    return result


def read_front(tensors, layers, width, window):
    """§17: the front layers, and how many numbers the last of them gives."""
    front, outputs, remembered = [], window, 0
    for k, about in enumerate(layers.get("front", [])):
        layer = FrontLayer(**{key: about[key] for key in about if key != "units"})
        require(all(1 <= n <= 65536 for n in (layer.taps, layer.stride, layer.dilation, layer.span)), "A field is out of range.")
        require(layer.span <= outputs, "A field is longer than a window's inputs of its layer.")
        outputs, remembered = len(layer.fields(outputs)), remembered + layer.span * width
        if layer.kind == "convolution":
            require(1 <= about["units"] <= 16384, "A layer must have 1 … 16,384 units.")
            layer.map = read_map(tensors, f"front.{k}", about["units"], [(f"front.{k}", layer.taps * width, 64)])
            width = about["units"]
        else:
            require(layer.kind in ("maximum", "average"), "A front layer is of a kind that is not known.")
            require(layer.dilation == 1 and not layer.causal and layer.taps <= 16384, "A layer that pools is out of range.")
        front.append(layer)
    require(len(front) <= 64 and remembered <= 2**20, "The front layers are too many, or too large.")
    require(outputs == 1 or not front or layers["lstm"], "Without an LSTM front layers give one output for a window.")
    require(not front or "convolution" not in layers, "There is a convolution, or there are front layers.")
    return front, width


def read_network(path, page, any_version=False):
    metadata, tensors = read_safetensors(path)
    version = metadata.get("version")
    require(metadata.get("format") == "motionq15", "The file's format is not motionq15.")
    expected = "4" if {"front", "cells"} & set(json.loads(metadata["layers"])) else page.version      # §17, §18
    if any(name.startswith("q15.") and tensor.dtype == TYPES["I8"] for name, tensor in tensors.items()):
        expected = "5"                                                                                # §10
    require(any_version or version == expected, f"The file is of version {version}, and the page of version {page.version}.")
    require(any(name.startswith("q15.") for name in tensors), "The file has no integer network.")

    labels, layers = (json.loads(metadata[key]) for key in ("labels", "layers"))
    inputs = json.loads(metadata["inputs"], parse_float=float32, parse_int=float32)
    input_bits = json.loads(metadata["q15.formats"])["input"]
    window, hop = int(metadata["window"]), int(metadata["hop"])
    rate = float(metadata["rate"]) if "rate" in metadata else None
    require(1 <= len(labels) == len(set(labels)) <= 255, "There must be 1 … 255 different labels.")
    require(1 <= window <= 65536 and 1 <= hop <= 65536, "Window and hop must be 1 … 65,536.")
    require(metadata["state"] in ("reset", "carry"), "The state must be reset or carry.")
    require(rate is None or 0 < rate <= 10000, "The rate must be above 0 and at most 10,000 Hz.")
    require(1 <= len(inputs) <= 64 and 0 <= input_bits <= 15, "There must be 1 … 64 inputs of 0 … 15 fraction bits.")
    least = 0 if "convolution" in layers or "front" in layers else 1                          # §3.3, §5
    require(least <= len(layers["lstm"]) <= 64 and 1 <= len(layers["dense"]) <= 64, "There must be 1 … 64 LSTM and dense layers.")
    require(layers["lstm"] or metadata["state"] == "reset", "Without an LSTM the state must be reset.")
    last = layers["dense"][-1]
    require(last["units"] == len(labels) and not last["rectified"], "The last dense layer must be one unit per label, unrectified.")
    units = [layers.get("convolution", 1), *layers["lstm"], *(layer["units"] for layer in layers["dense"])]
    require(all(1 <= u <= 16384 for u in units), "A layer must have 1 … 16,384 units.")

    width, convolution, lstm, dense = len(inputs), None, [], []           # width: of what the next layer reads
    if "convolution" in layers:
        term = ("convolution", window * width, width)                     # §3.1: a panel is one sample
        width = layers["convolution"]
        convolution = read_map(tensors, "convolution", width, [term])
    cells = layers.get("cells", ["lstm"] * len(layers["lstm"]))           # §18
    require(len(cells) == len(layers["lstm"]) and set(cells) <= {"lstm", "gru"}, "The cells do not fit.")
    front, width = read_front(tensors, layers, width, window)
    for k, units in enumerate(layers["lstm"]):
        terms = [(f"lstm.{k}.input", width, 64), (f"lstm.{k}.hidden", units, 64)]
        width = units
        lstm.append((read_map(tensors, f"lstm.{k}", 4 * units, terms), units, cells[k] == "gru"))
    for k, layer in enumerate(layers["dense"]):
        term = (f"dense.{k}", width, 64)
        width = layer["units"]
        dense.append((read_map(tensors, f"dense.{k}", width, [term]), layer["rectified"]))

    detector = None                                                        # §15
    if "detector" in metadata:
        about = json.loads(metadata["detector"])
        rows, each = about["rows"], about["prototypes"]
        require(lstm and 1 <= rows <= 16 and 1 <= each <= 16, "A detector reads an LSTM, and has 1 … 16 rows and prototypes.")
        projection = read_map(tensors, "detector", rows, [("detector", layers["lstm"][-1], 64)])
        prototypes, limits = (tensors[f"q15.detector.{name}"].astype(np.int64) for name in ("prototypes", "limits"))
        require(prototypes.shape == (len(labels), each, rows) and limits.shape == (len(labels),), "The detector does not fit.")
        require(abs(prototypes).max() <= 8191 and limits.min() >= 0 and limits.max() < 2**32, "A detector's number is too large.")
        detector = (projection, prototypes, limits)

    network = Network(page, labels, inputs, input_bits, rate, window, hop, metadata["state"] == "carry", convolution, lstm, dense,
                      detector, front)
    require(network.slots <= 1024, "There may be at most 1,024 slots.")   # §3.3
    return network
