public import Recording
public import ReferenceModel
import Windows

/// Runs recordings through the float network, as overlapping windows with their states, and notes the ranges.
public struct Calibration: Sendable {
    /// What was seen so far.
    public private(set) var ranges: ActivationRanges
    private let network: FloatNetwork
    private let columns: [Int]

    /// - Throws: `MissingFeature` if recordings do not hold what the network reads.
    public init(_ network: FloatNetwork) throws(MissingFeature) {
        self.network = network
        ranges = ActivationRanges(unseen: network)
        columns = try network.inputs.columns(in: RecordedSession.channelNames).get()
    }

    /// Takes in every window of a session, from zero state.
    public mutating func observe(_ session: RecordedSession) {
        let slots = WindowSchedule(length: network.window, hop: network.hop).slots
        var states = Array(repeating: FloatState(zeroFor: network), count: slots)
        var start = 0
        while start + network.window <= session.count {
            let slot = start / network.hop % slots
            if network.statePolicy == .reset { states[slot] = FloatState(zeroFor: network) }
            let inputs = (start..<start + network.window).flatMap { index in
                let sample = session.sample(index)
                return network.normalised(columns.map { Double(sample[sample.startIndex + $0]) })
            }
            ranges.observe(window: inputs, of: network, state: &states[slot])
            start += network.hop
        }
    }
}
