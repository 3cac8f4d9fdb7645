import MotionCore
import WireProtocol

/// Beside a device that follows the orientation: what it knows of gravity rests on every sample since it began, so that its windows
/// can be recomputed only by one who has heard them all.
///
/// Samples that the device itself missed are no obstacle: its filter begins anew behind them, as the host's does, and its windows
/// start over, which the next prediction says. Where the line lost some, nothing can be compared until the device begins again.
final class DerivedShadow: DeviceShadow {
    private let shadow: Shadow
    private let length: Int
    /// Whether all samples since the device began were heard, but for those that it missed itself.
    private var isKnown = false
    /// The first sample behind a gap, until it is known whether the device missed what is missing.
    private var resumed: UInt16?
    private var newest: UInt16?
    private var isInterrupted = false

    init(_ shadow: Shadow, length: Int) {
        self.shadow = shadow
        self.length = length
    }

    func restart() {
        shadow.restart()
        isKnown = false
        isInterrupted = false
        (resumed, newest) = (nil, nil)
    }

    func interrupt() { isInterrupted = newest != nil }

    func push(_ sample: UnsafePointer<Int16>, index: UInt16) {
        if let newest {
            if isInterrupted || index != newest &+ 1 {
                // No prediction came since the last gap that could have said whose that was.
                if resumed != nil { isKnown = false }
                resumed = index
            }
        } else {
            isKnown = index == 0
        }
        isInterrupted = false
        newest = index
        shadow.push(sample, index: index)
    }

    func compare(_ message: PredictionMessage, _ payload: PayloadReader) -> ShadowComparison {
        if let resumed, isBehind(message.lastIndex, resumed) {
            let first = resumed &+ UInt16(truncatingIfNeeded: length - 1)
            let hasStartedOver = message.windowsBefore == 0 && message.slot == 0 && message.lastIndex == first
            if !hasStartedOver { isKnown = false }
            self.resumed = nil
        }
        var comparison = shadow.compare(message, payload)
        guard !isKnown, comparison.verdict != .incomparable, comparison.verdict != .notRecomputed else { return comparison }
        comparison.verdict = .orientationUnknown
        comparison.decided = false
        return comparison
    }

    /// Whether a window that ended there ended at or after a sample.
    private func isBehind(_ end: UInt16, _ sample: UInt16) -> Bool { Int16(bitPattern: end &- sample) >= 0 }
}
