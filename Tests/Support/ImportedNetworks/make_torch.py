"""Makes the ONNX files of convolutions and GRUs beside this, and the probabilities that PyTorch gives: python3 make_torch.py
(PyTorch 2.15, onnx and onnxscript)"""
import numpy
import onnx
import torch
from torch import nn
from torch.nn import functional

WINDOW, FEATURES, LABELS, CASES = 20, 3, 3, 16
torch.manual_seed(47)
windows = 2 * torch.randn(CASES, WINDOW, FEATURES)


class Mixed(nn.Module):
    """Samples × features; a convolution, batch normalisation, pooling, a causal convolution, a GRU and an LSTM."""

    def __init__(self):
        super().__init__()
        self.first = nn.Sequential(nn.Conv1d(FEATURES, 8, 5), nn.BatchNorm1d(8), nn.ReLU(), nn.MaxPool1d(2))
        self.second = nn.Conv1d(8, 6, 3, dilation=2)
        self.gru = nn.GRU(6, 7, batch_first=True)
        self.lstm = nn.LSTM(7, 5, batch_first=True)
        self.out = nn.Linear(5, LABELS)

    def forward(self, x):
        x = self.first(x.transpose(1, 2))
        x = torch.relu(self.second(functional.pad(x, (4, 0))))
        x, _ = self.gru(x.transpose(1, 2))
        x, _ = self.lstm(x)
        return torch.softmax(self.out(x[:, -1]), 1)


class Flat(nn.Module):
    """Features × samples, as convolutions of PyTorch's are fed; flattened with the features first."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.BatchNorm1d(FEATURES), nn.Conv1d(FEATURES, 6, 3), nn.ReLU(), nn.AvgPool1d(3, stride=2), nn.Conv1d(6, 5, 2, stride=2),
            nn.ReLU(), nn.BatchNorm1d(5), nn.Flatten(), nn.BatchNorm1d(20), nn.Linear(20, 9), nn.ReLU(), nn.Linear(9, LABELS), nn.Softmax(1))

    def forward(self, x):
        return self.layers(x)


class Pooled(nn.Module):
    """Features × samples; a causal convolution, and the mean of all."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv1d(FEATURES, 8, 3), nn.ReLU(), nn.Conv1d(8, 6, 3), nn.ReLU(), nn.AdaptiveAvgPool1d(1))
        self.out = nn.Linear(6, LABELS)

    def forward(self, x):
        return torch.softmax(self.out(self.layers(functional.pad(x, (2, 0))).squeeze(-1)), 1)


def shake(model):
    for module in model.modules():
        if isinstance(module, nn.BatchNorm1d):
            for tensor in (module.weight, module.bias, module.running_mean):
                tensor.data.normal_(0, 0.6)
            module.running_var.uniform_(0.5, 2)
    return model.eval()


def made(name, model, turned):
    reads = windows.transpose(1, 2) if turned else windows
    with torch.no_grad():
        probabilities = model(reads).numpy()
    example = reads[:1].contiguous()
    torch.onnx.export(model, (example,), f"{name}_script.onnx", dynamo=False, input_names=["motion"])
    torch.onnx.export(model, (example,), f"{name}_dynamo.onnx", dynamo=True, external_data=False, input_names=["motion"])
    # What exporters note about the machine is no part of the network.
    for exporter in ("script", "dynamo"):
        file = onnx.load(f"{name}_{exporter}.onnx")
        for part in [file.graph, *file.graph.node, *file.graph.input, *file.graph.output, *file.graph.initializer]:
            part.ClearField("metadata_props")
            part.ClearField("doc_string")
        file.graph.ClearField("value_info")
        file.ClearField("metadata_props")
        onnx.save(file, f"{name}_{exporter}.onnx")
    head = [f"x_{t}_{k}" for t in range(WINDOW) for k in range(FEATURES)] + [f"p_{k}" for k in range(LABELS)]
    rows = numpy.concatenate([windows.reshape(CASES, -1).numpy(), probabilities], 1)
    numpy.savetxt(f"{name}.cases.csv", rows, delimiter=",", header=",".join(head), comments="", fmt="%.9g")


made("torch_mixed", shake(Mixed()), False)
made("torch_flat", shake(Flat()), True)
made("torch_pooled", shake(Pooled()), True)
