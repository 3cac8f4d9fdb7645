package import WireProtocol

/// A recorded session as a page shows it, and what a network said of it.
package struct RecordedMotion {
    package struct Window {
        /// Samples of the session that were seen at its end.
        package let endSample: Int
        /// Q15, one per label.
        package let probabilities: [Int16]
        package let isUnknown: Bool

        package init(endSample: Int, probabilities: [Int16], isUnknown: Bool) {
            (self.endSample, self.probabilities, self.isUnknown) = (endSample, probabilities, isUnknown)
        }
    }

    /// A device that measures like this.
    package let device: HelloMessage
    /// [samples][channels of the device]
    package let counts: [Int16]
    /// In the order of time.
    package let windows: [Window]

    package init(device: HelloMessage, counts: [Int16], windows: [Window]) {
        (self.device, self.counts, self.windows) = (device, counts, windows)
    }
}
