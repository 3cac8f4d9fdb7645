"""Makes the ONNX files beside this, and the probabilities that PyTorch gives: python3 make.py"""
import numpy
import onnx
import torch
from torch import nn

WINDOW, FEATURES, UNITS, LABELS, CASES = 6, 3, 5, 3, 16


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.5, -0.25, 0.125]))
        self.register_buffer("std", torch.tensor([2.0, 0.75, 1.5]))
        self.lstm = nn.LSTM(FEATURES, UNITS, 2, batch_first=True)
        self.fc = nn.Sequential(nn.Linear(UNITS, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Dropout(0.2), nn.Linear(4, LABELS))

    def forward(self, x):
        steps, _ = self.lstm((x - self.mean) / self.std)
        return self.fc(steps[:, -1])


torch.manual_seed(15)
net = Net().eval()
with torch.no_grad():
    for parameter in net.parameters():
        parameter.mul_(2)
    net.fc[1].running_mean.normal_()
    net.fc[1].running_var.uniform_(0.5, 2)
windows = torch.randn(CASES, WINDOW, FEATURES) * 2
with torch.no_grad():
    probabilities = torch.softmax(net(windows), -1)
names = {"input_names": ["x"], "output_names": ["y"]}
axes = {"x": {0: "batch", 1: "time"}, "y": {0: "batch"}}
torch.onnx.export(net, (windows[:2],), "torch_script.onnx", dynamo=False, dynamic_axes=axes, **names)
batch = ({0: torch.export.Dim("batch")},)
torch.onnx.export(
    net, (windows[:2],), "torch_dynamo.onnx", dynamo=True, dynamic_shapes=batch, external_data=False, verbose=False, **names)
head = [f"x_{t}_{k}" for t in range(WINDOW) for k in range(FEATURES)] + [f"p_{k}" for k in range(LABELS)]
rows = numpy.concatenate([windows.reshape(CASES, -1).numpy(), probabilities.numpy()], 1)
numpy.savetxt("torch.cases.csv", rows, delimiter=",", header=",".join(head), comments="", fmt="%.9g")

# What exporters note about the machine is no part of the network.
for name in ["torch_script.onnx", "torch_dynamo.onnx"]:
    model = onnx.load(name)
    for part in [model.graph, *model.graph.node, *model.graph.input, *model.graph.output, *model.graph.initializer]:
        part.ClearField("metadata_props")
        part.ClearField("doc_string")
    model.graph.ClearField("value_info")
    model.ClearField("metadata_props")
    onnx.save(model, name)
