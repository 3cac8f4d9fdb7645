import MotionCore

/// Whether a device's inputs are known here, which holds the last value of a channel with a name where it has none just now.
///
/// A device that classifies by itself keeps such a value for a second (PROTOCOL.md §6.14). Who came later, or has missed samples,
/// knows neither that value nor its age until the channel has one again, or a second has passed. Allocates in `init` only.
final class HeldValues {
    /// Of the inputs that read channels with names: where these stand in a sample.
    private let channels: [Int]
    /// Samples for which a value is held.
    private let longest: Int
    /// Of `channels`, those without a value since the device's samples were last interrupted.
    private var isUnknown: [Bool]
    private var unknown = 0
    /// Samples since then.
    private var passed = 0
    /// Index of the sample that would follow. A device that begins with its first sample holds nothing.
    private var next: UInt16 = 0
    private var isInterrupted = false

    /// - Returns: nil if no input reads a channel with a name.
    init?(_ binding: ChannelBinding) {
        let inputs = (0..<binding.inputs).map { binding[$0] }.filter { $0.longestHold > 0 }
        guard let longest = inputs.map(\.longestHold).max() else { return nil }
        channels = inputs.map(\.channel)
        self.longest = longest
        isUnknown = Array(repeating: false, count: channels.count)
    }

    /// What the device was given before its next sample may not be what was heard here.
    func interrupt() { isInterrupted = true }

    /// Takes a sample, and tells whether all inputs that the device makes of it are known.
    func knows(_ counts: UnsafePointer<Int16>, index: UInt16) -> Bool {
        if isInterrupted || index != next { forget() }
        next = index &+ 1
        guard unknown > 0 else { return true }
        for place in channels.indices where isUnknown[place] && counts[channels[place]] != ChannelText.noValue {
            isUnknown[place] = false
            unknown -= 1
        }
        // A sample later than a value is held, it is 0 that the device reads.
        if passed >= longest { unknown = 0 }
        passed += 1
        return unknown == 0
    }

    private func forget() {
        isInterrupted = false
        for place in isUnknown.indices { isUnknown[place] = true }
        unknown = channels.count
        passed = 0
    }
}
