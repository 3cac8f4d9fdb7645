public import Models
import MotionCore
public import Recordings

/// Runs recordings through the float network, as overlapping windows with their states, and notes the ranges.
public struct Calibration: Sendable {
    /// What was seen so far.
    public private(set) var ranges: ActivationRanges
    private let model: FloatModel
    /// Sessions that name nobody may all be of one person: too much reserve costs a bit, too little saturates.
    private var people: Set<String?> = []
    private let columns: [Int]

    public init(_ model: FloatModel) {
        self.model = model
        ranges = ActivationRanges(unseen: model.network)
        columns = model.description.inputs.recordedColumns
    }

    /// Takes in every window of a session, from zero state.
    public mutating func observe(_ recorded: RecordedSession) {
        let session = recorded.selecting(model.description.inputs.recordedChannels)
        let (network, description) = (model.network, model.description)
        let schedule = description.schedule
        var states = Array(repeating: FloatState(zeroFor: network), count: schedule.slots)
        var start = 0
        while start + schedule.length <= session.count {
            let slot = start / schedule.hop % schedule.slots
            if description.statePolicy == .reset { states[slot] = FloatState(zeroFor: network) }
            let inputs = (start..<start + schedule.length).flatMap { index in
                description.inputs.normalised(session.quantities(columns, at: index))
            }
            ranges.observe(window: inputs, of: network, state: &states[slot])
            start += schedule.hop
            people.insert(session.subject)
        }
        ranges.reserve = ActivationRanges.reserve(people: people.count)
    }
}
