public import Formatting

/// What a network takes on a core, whichever chip has it.
public struct ChipCost: Sendable, Equatable {
    /// “Cortex-M4”.
    public var chip: String
    /// Instructions from one window to the next, with all windows in flight; nil if nobody knows.
    public var instructionsPerWindow: Double?
    /// Instructions in a second of motion; nil if nobody knows, or the model names no rate.
    public var instructionsPerSecond: Double?
    /// Bytes of flash: of the network, and of the engine that runs it.
    public var networkBytes: Int
    public var engineBytes: Int
    /// Bytes of RAM: of all windows in flight, and of the decisions.
    public var windowBytes: Int
    public var decisionBytes: Int
    /// Where the instructions come from, in words.
    public var basis: String

    public init(
        chip: String, instructionsPerWindow: Double?, instructionsPerSecond: Double?, networkBytes: Int, engineBytes: Int,
        windowBytes: Int, decisionBytes: Int, basis: String
    ) {
        self.chip = chip
        self.instructionsPerWindow = instructionsPerWindow
        self.instructionsPerSecond = instructionsPerSecond
        self.networkBytes = networkBytes
        self.engineBytes = engineBytes
        self.windowBytes = windowBytes
        self.decisionBytes = decisionBytes
        self.basis = basis
    }

    public var flash: Int { networkBytes + engineBytes }
    public var ram: Int { windowBytes + decisionBytes }

    /// One object for programs.
    public var json: JSONLine {
        var line = JSONLine()
        line.add("chip", chip)
        line.add("instructions_per_window", instructionsPerWindow ?? .nan, digits: 0)
        line.add("instructions_per_second", instructionsPerSecond ?? .nan, digits: 0)
        line.add("flash", flash)
        line.add("ram", ram)
        line.add("basis", basis)
        return line
    }
}
