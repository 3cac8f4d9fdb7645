import Formatting

/// A device does not sample at the model's rate: what it sends is resampled.
public struct ResampledRate: Sendable, Equatable {
    /// Samples per second of the device.
    public let device: Double
    /// Samples per second of the model.
    public let model: Double
    /// By which every decision is later than without: the filter waits for what follows.
    public let seconds: Double

    package var sentence: String {
        let ratio = device > model ? String(printing: "%.4g : 1", device / model) : String(printing: "1 : %.4g", model / device)
        return String(printing: "the device samples at %.4g Hz, the model was made for %.4g Hz: ", device, model)
            + "its samples are resampled (\(ratio))"
            + String(printing: ", which makes every decision %.2f s later, and commands live that much longer", seconds)
    }
}
