public import Formatting

/// What a figure rests on.
public enum ChipGround: String, Sendable, Comparable {
    /// Bytes that a compiler or the engine counted.
    case counted
    /// Derived by a formula from what was counted.
    case reckoned
    /// Taken over from another core or another kind of layer.
    case guessed

    /// A figure of two parts rests on the weaker ground, which is the larger.
    public static func < (a: ChipGround, b: ChipGround) -> Bool { a.rank < b.rank }

    private var rank: Int { self == .counted ? 0 : self == .reckoned ? 1 : 2 }
}

/// What a model takes of one chip: of its flash, its RAM and its time.
public struct ChipLoad: Sendable, Equatable {
    /// A kind of memory.
    public struct Memory: Sendable, Equatable {
        /// Parts and their bytes, those that take none left out.
        public let parts: [Part]
        /// Bytes that the chip has.
        public let room: Int
        public let ground: ChipGround

        /// All parts.
        public var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }
        /// More than 1 does not fit.
        public var share: Double { Double(bytes) / Double(room) }

        init(_ parts: [Part], of room: Int, ground: ChipGround) {
            self.parts = parts.filter { $0.bytes > 0 }
            (self.room, self.ground) = (room, ground)
        }
    }

    /// What takes memory.
    public struct Part: Sendable, Equatable {
        /// In flash the network, the engine with all that it needs from counts to decisions, and how strokes are cut; in RAM the
        /// engine's own state, the windows, the decisions and the room to be taught in; in both the orientation filter.
        public enum Name: String, Sendable { case network, engine, strokes, windows, decisions, orientation, teaching }

        public let name: Name
        public let bytes: Int
    }

    /// Time of one core.
    public struct Time: Sendable, Equatable {
        /// Instructions from one window to the next, with all windows in flight; those of a whole stroke with a network of strokes.
        public let instructionsPerWindow: Double
        /// Instructions in a second of motion; nil with a network of strokes, or if the model names no rate.
        public let instructionsPerSecond: Double?
        /// Cycles of an instruction: `ChipCore.cyclesPerInstruction`.
        public let cycles: Double
        public let cyclesRange: ClosedRange<Double>
        public let hertz: Double
        public let ground: ChipGround

        /// Of the core's time, 1 being all; nil as `instructionsPerSecond`.
        public var share: Double? { instructionsPerSecond.map { $0 * cycles / hertz } }
        /// The least and the most that `share` may be, by `cyclesRange`.
        public var shareRange: ClosedRange<Double>? {
            instructionsPerSecond.map { $0 * cyclesRange.lowerBound / hertz...$0 * cyclesRange.upperBound / hertz }
        }
        /// Seconds that a window takes, or a stroke.
        public var secondsPerWindow: Double { instructionsPerWindow * cycles / hertz }
    }

    /// What there may be too little of.
    public enum Shortage: String, Sendable, CaseIterable { case flash, ram, time }

    public let chip: Chip
    public let flash: Memory
    public let ram: Memory
    public let time: Time

    /// What the model needs more of than the chip has; empty if it fits. A firmware's own code and memory come on top.
    public var shortages: [Shortage] {
        Shortage.allCases.filter { shortage in
            switch shortage {
            case .flash: flash.share > 1
            case .ram: ram.share > 1
            case .time: time.share ?? 0 > 1
            }
        }
    }

    /// One object for programs; what is not known is null.
    public var json: JSONLine {
        var line = JSONLine()
        line.add("name", chip.name)
        line.add("part", chip.part)
        line.add("core", chip.core.name)
        line.add("clock_mhz", chip.megahertz)
        line.add("fits", shortages.isEmpty)
        line.add("short_of", shortages.map(\.rawValue))
        for (name, memory) in [("flash", flash), ("ram", ram)] {
            line.add("\(name)_bytes", memory.bytes)
            line.add("\(name)_of", memory.room)
            line.add("\(name)_share", memory.share)
            line.add("\(name)_ground", memory.ground.rawValue)
            var parts = JSONLine()
            for part in memory.parts { parts.add(part.name.rawValue, part.bytes) }
            line.add("\(name)_parts", parts)
        }
        line.add("instructions_per_window", time.instructionsPerWindow, digits: 0)
        line.add("instructions_per_second", time.instructionsPerSecond ?? .nan, digits: 0)
        line.add("seconds_per_window", time.secondsPerWindow)
        line.add("time_share", time.share ?? .nan)
        line.add("time_share_least", time.shareRange?.lowerBound ?? .nan)
        line.add("time_share_most", time.shareRange?.upperBound ?? .nan)
        line.add("time_ground", time.ground.rawValue)
        line.add("basis", chip.core.basis)
        line.add("source", chip.source)
        return line
    }
}
