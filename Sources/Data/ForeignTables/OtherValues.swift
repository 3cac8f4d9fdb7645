import MotionCore
import Recordings

/// Reads the channels of a row that are no motion. What is missing is NaN, and so is what is no number, which is counted.
struct OtherValues {
    private(set) var odd = OddValues()
    /// Rows, and how many of them have no value of each channel.
    private var rows = 0
    private var lacking: [Int]
    private let channels: OtherChannels
    /// What makes g and rad/s of an axis that a sensor with a place has.
    private let factors: [Double]

    /// - Parameter units: those that a person said; nil: g and rad/s.
    init(_ channels: OtherChannels, said units: RecordedUnits?) {
        self.channels = channels
        lacking = Array(repeating: 0, count: channels.names.count)
        factors = (units ?? RecordedUnits()).factors(of: NamedChannels(channels.names))
    }

    /// Puts a value of each channel behind a sample.
    mutating func append(_ row: ForeignRow, line: Int, to sample: inout [Float]) {
        rows += 1
        for channel in 0..<channels.places.count {
            let place = channels.places[channel]
            if let number = row.number(place), number.magnitude < RecordingReader.numberLimit {
                sample.append(Float(number * factors[channel]))
                continue
            }
            sample.append(.nan)
            lacking[channel] += 1
            if !row.isMissing(place) { odd.add(channels.names[channel], row.text(place), line: line) }
        }
    }

    /// Of each channel the share of rows without a value.
    var missing: [(channel: String, share: Double)] {
        zip(channels.names, lacking).map { ($0, rows > 0 ? Double($1) / Double(rows) : 0) }
    }
}

/// Values of channels that are no numbers: how many, and the first.
struct OddValues {
    private(set) var count = 0
    private(set) var first: (channel: String, text: String, line: Int)?

    mutating func add(_ channel: String, _ text: String, line: Int) {
        count += 1
        if first == nil { first = (channel, text, line) }
    }
}
