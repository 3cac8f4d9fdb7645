// The device core in one import, for programs that bring their own bytes and files. It holds nothing itself.
@_exported public import Channels
@_exported public import Decision
@_exported public import FixedPoint
@_exported public import LSTMEngine
@_exported public import Recognition
@_exported public import Windows
@_exported public import WireProtocol
