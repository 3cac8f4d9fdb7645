/// Why a network cannot run on a device.
public enum Misfit: Error, Sendable, Equatable {
    /// The device's rate is not the network's.
    case rate
    /// The device has no channel for this input.
    case channel(input: Int)
    /// The scale or offset of the channel for this input cannot be expressed in the input's Q-format.
    case scale(input: Int)
}
