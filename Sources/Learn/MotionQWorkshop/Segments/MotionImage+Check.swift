public import DataSets
import Formatting

extension MotionImage {
    /// Refuses a picture of fewer than 8 or more than 1024 pixels across, and a gain that shows nothing.
    ///
    /// - Throws: `RequestError` with the setting's name and its range.
    public func check() throws(RequestError) {
        try RequestError.require(.imageSide, side, in: 8...1024)
        guard gain > 0, gain <= 1000 else { throw RequestError(.usage, "\(.imageGain) lies between 0 and 1000") }
    }
}
