import Formatting
import MotionCore

extension DataSet {
    /// What of the recordings is not part of any window, and why. Samples are counted at the data set's rate.
    public struct LeftOut: Sendable, Equatable {
        /// Stretches with fewer samples than a window.
        public struct ShortStretches: Sendable, Equatable {
            public private(set) var count = 0
            /// Of all of them together, and of the longest one.
            public private(set) var samples = 0
            public private(set) var longest = 0
            /// The first three: session and samples.
            var first: [Named] = []

            struct Named: Sendable, Equatable {
                var session: String
                var samples: Int
            }

            public init() {}

            mutating func add(session: String, samples: Int) {
                if count < 3 { first.append(Named(session: session, samples: samples)) }
                count += 1
                self.samples += samples
                longest = max(longest, samples)
            }

            mutating func add(_ other: ShortStretches) {
                first += other.first.prefix(3 - first.count)
                count += other.count
                samples += other.samples
                longest = max(longest, other.longest)
            }
        }

        /// Label that is no class → samples that have it. They may stand in windows whose other samples decide.
        public var samplesByLabel: [String: Int] = [:]
        /// Windows of which most samples have no class (`.drop`: all).
        public var unlabelledWindows = 0
        /// Windows of several labels, with `.drop`.
        public var mixedWindows = 0
        public var shortStretches = ShortStretches()
        /// Places where a session was cut because samples are missing.
        public var gaps = 0
        /// Samples that are missing there, about, at the recordings' own rate: nobody recorded them.
        public var samplesLost = 0
        /// Samples after the last window of a stretch that has one.
        public var samplesAfterLastWindow = 0
        /// Samples between the two parts of a stretch that was split in time.
        public var samplesBetweenParts = 0

        /// Channel → samples in which it is missing, of those that are read (`Options.inputs`); and all that were looked at.
        public var missing: [String: Int] = [:]
        var samples = 0

        public init() {}

        /// Adds what is left out elsewhere.
        public mutating func add(_ other: LeftOut) {
            samplesByLabel.merge(other.samplesByLabel, uniquingKeysWith: +)
            unlabelledWindows += other.unlabelledWindows
            mixedWindows += other.mixedWindows
            shortStretches.add(other.shortStretches)
            gaps += other.gaps
            samplesLost += other.samplesLost
            samplesAfterLastWindow += other.samplesAfterLastWindow
            samplesBetweenParts += other.samplesBetweenParts
            missing.merge(other.missing, uniquingKeysWith: +)
            samples += other.samples
        }

        /// Counts missing values.
        ///
        /// - Parameter inputs: channels that are read; nil: all.
        package mutating func addMissing(of session: RecordedSession, inputs: [String]?) {
            samples += session.count
            for (column, name) in session.channels.names.enumerated() where inputs?.contains(name) ?? true {
                let count = (0..<session.count).count { session.values[$0 * session.width + column].isNaN }
                if count > 0 { missing[name, default: 0] += count }
            }
        }

        /// A sentence for channels that are missing, those together that are so equally often.
        package var missingSentences: [String] {
            let byCount = Dictionary(grouping: missing.keys.sorted()) { missing[$0] ?? 0 }
            return byCount.sorted { ($1.key, $0.value[0]) < ($0.key, $1.value[0]) }.map { count, names in
                let isAll = count == samples
                let share = isAll ? "all" : String(printing: "%.1f %%", 100 * Double(count) / Double(max(1, samples)))
                return
                    "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") missing in \(share) of the samples; the usual "
                    + "value is taken there"
            }
        }

        /// For people: a sentence for each reason that occurs, none if nothing is left out.
        public var sentences: [String] {
            var result = missingSentences
            for (label, count) in samplesByLabel.sorted(by: { $0.key < $1.key }) {
                let name = label.isEmpty ? "no label" : "the label \(label), which is no class"
                result.append("\(Self.number(count, "sample")) \(count == 1 ? "has" : "have") \(name)")
            }
            if unlabelledWindows > 0 {
                result.append("\(Self.number(unlabelledWindows, "window")) left out because most samples have no class")
            }
            if mixedWindows > 0 {
                result.append("\(Self.number(mixedWindows, "window")) left out because the labels in them differ")
            }
            if gaps > 0 {
                result.append(
                    "\(Self.number(gaps, "gap")) in the recordings, where \(Self.number(samplesLost, "sample")) "
                        + "\(samplesLost == 1 ? "is" : "are") missing; no window reaches across one")
            }
            if shortStretches.count > 0 {
                let named = shortStretches.first.map { "\($0.session): \(Self.number($0.samples, "sample"))" }
                let more = shortStretches.count > 3 ? ", …" : ""
                result.append(
                    "\(Self.number(shortStretches.count, "stretch", "stretches")) shorter than a window left out "
                        + "(\(named.joined(separator: ", "))\(more))")
            }
            if samplesAfterLastWindow > 0 {
                result.append(
                    "\(Self.number(samplesAfterLastWindow, "sample")) after the last whole window of a stretch left out")
            }
            if samplesBetweenParts > 0 {
                result.append("\(Self.number(samplesBetweenParts, "sample")) between what trains and what validates left out")
            }
            return result
        }

        private static func number(_ count: Int, _ one: String, _ several: String? = nil) -> String {
            count == 1 ? "1 \(one)" : "\(count) \(several ?? one + "s")"
        }
    }
}
