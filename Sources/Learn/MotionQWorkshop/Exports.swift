@_exported public import DataSets
@_exported public import DeviceFormats
@_exported public import Evaluation
@_exported public import Formatting
@_exported public import LiveLoop
@_exported public import Models
// Everything that a request or its result names comes with this one import.
@_exported public import MotionCore
@_exported public import Quantization
@_exported public import Recordings
@_exported public import SignalProcessing
@_exported public import Simulation
@_exported public import Training
