import Formatting

/// A format that may be the one, and what it would make of the bytes.
struct FormatCandidate {
    let format: ForeignFormat
    private(set) var decoder: any ForeignDecoder
    /// Of text, until it is clear what a reading is made of, and what came until then.
    private(set) var survey: LineSurvey?
    private(set) var plan: LinePlan?
    private var pending: [(bytes: [UInt8], now: UInt64)] = []
    private var pendingBytes = 0
    /// Of MAVLink, until it is clear which sensor is read, and what was chosen.
    private(set) var sensors: MAVLinkSurvey?
    private(set) var choice: MAVLinkSurvey.Choice?
    private let columns: [TextColumn]?
    /// What every reading had.
    private(set) var channels = ForeignReading.Channels.all
    private(set) var firstArrival: UInt64 = 0
    /// Of the accelerations, in the device's units.
    private(set) var lengths: [Double] = []
    /// The largest component of a rotation, likewise.
    private(set) var fastest = 0.0
    private(set) var readings = 0
    private var arrivals = Slope()
    private var stamps = Slope()

    init(format: ForeignFormat, _ options: ForeignOptions, isWhole: Bool) {
        self.format = format
        columns = options.columns
        decoder = options.decoder(format)
        if format == .text { survey = LineSurvey(columns: columns, isWhole: isWhole) }
        if format == .mavLink { sensors = MAVLinkSurvey(options) }
    }

    /// Bytes of text of which nothing is a reading are kept no longer.
    private static let mostPending = 262_144

    /// Degrees a second: no sensor that prints them measures more, and one reading that is damaged tells no units.
    private static let mostDegrees = 4000.0

    /// Each format that may be meant.
    ///
    /// - Parameter isWhole: whether the bytes are there from their beginning.
    static func all(_ options: ForeignOptions, isWhole: Bool = false) -> [FormatCandidate] {
        ForeignFormat.allCases.filter { options.format == nil || options.format == $0 }.map {
            FormatCandidate(format: $0, options, isWhole: isWhole)
        }
    }

    /// Microseconds after the first reading in which what waited in the port arrives at once.
    private static let settling: UInt64 = 100_000

    /// Takes bytes that arrived at `now`, in microseconds.
    mutating func push(_ received: UnsafeRawBufferPointer, _ now: UInt64) {
        if let survey {
            survey.push(received, now: now)
            return keep(received, now, found: survey.readings)
        }
        if let sensors {
            sensors.push(received, now: now)
            return keep(received, now, found: sensors.readings)
        }
        decode(received, now)
    }

    private mutating func keep(_ received: UnsafeRawBufferPointer, _ now: UInt64, found: Int) {
        pending.append((Array(received), now))
        pendingBytes += received.count
        if readings == 0, found > 0 { firstArrival = now }
        readings = found
        if found == 0, pendingBytes > Self.mostPending { (pending, pendingBytes) = ([], 0) }
    }

    /// Reads what came until now, by what is a reading in it: called when there is one.
    mutating func settle(_ options: ForeignOptions) {
        if let survey, let plan = survey.plan {
            (self.plan, self.survey) = (plan, nil)
        } else if let sensors, let choice = sensors.choice {
            (self.choice, self.sensors) = (choice, nil)
        } else {
            return
        }
        decoder = freshDecoder(options)
        readings = 0
        let waiting = pending
        (pending, pendingBytes) = ([], 0)
        for (bytes, now) in waiting { bytes.withUnsafeBytes { decode($0, now) } }
    }

    /// What decodes it from its beginning, as far as it is clear how.
    func freshDecoder(_ options: ForeignOptions) -> any ForeignDecoder {
        if let plan { return TextLineDecoder(columns: columns, plan: plan) }
        if let choice { return MAVLinkDecoder(scale: options.scale, stream: choice.stream, autopilot: choice.autopilot) }
        return options.decoder(format)
    }

    private mutating func decode(_ received: UnsafeRawBufferPointer, _ now: UInt64) {
        var read: [(reading: ForeignReading, place: Double)] = []
        // A line that was lost left its place empty.
        decoder.push(received) { read.append(($0, Double(decoder.counters.readings &+ decoder.missed))) }
        for (reading, place) in read { add(reading, place, now) }
    }

    private mutating func add(_ reading: ForeignReading, _ place: Double, _ now: UInt64) {
        if readings == 0 { firstArrival = now }
        readings += 1
        if now - firstArrival >= Self.settling { arrivals.add(place, Double(now - firstArrival)) }
        if let time = reading.time { stamps.add(place, Double(time)) }
        channels.formIntersection(reading.channels)
        let squares = (0..<3).map { reading.values[$0] * reading.values[$0] }
        lengths.append(squares.reduce(0, +).squareRoot())
        for channel in 3..<6 where abs(reading.values[channel]) <= Self.mostDegrees {
            fastest = max(fastest, abs(reading.values[channel]))
        }
    }

    /// Whether every reading brings a time of its own.
    var hasStamps: Bool { stamps.count == readings }

    /// Lines of numbers that are gravity in no unit.
    struct UnknownUnits: Error {
        let medianAcceleration: Double
    }

    /// What makes g and rad/s of text lines; nil where the format itself says it.
    func units(_ options: ForeignOptions) throws(UnknownUnits) -> ForeignUnits? {
        let median = lengths.median ?? 0
        if let counts = countsWithoutGravity(median, options) { throw UnknownUnits(medianAcceleration: counts) }
        guard format == .text else { return nil }
        let given = options.units ?? options.scale.map { ForeignUnits($0) }
        if let given { return given }
        let said = ForeignUnits(
            plan?.accelerationUnit ?? .none, plan?.rotationUnit ?? .none, channels, acceleration: median, rotation: fastest)
        guard let said else { throw UnknownUnits(medianAcceleration: median) }
        return said
    }

    /// Whether nobody said the units, neither somebody here nor the lines themselves.
    func guessesUnits(_ options: ForeignOptions) -> Bool {
        guard format == .text, options.units == nil, options.scale == nil else { return false }
        let isSaid = { (unit: LineUnit?, wanted: ForeignReading.Channels) in
            self.channels.isDisjoint(with: wanted) || (unit ?? .none) != .none
        }
        return !isSaid(plan?.accelerationUnit, .acceleration) || !isSaid(plan?.rotationUnit, .rotation)
    }

    /// Readings a second: a usual one, if it is within 1.5 %. Not settled is what is no usual one, or by a tenth not the mean:
    /// bytes may have waited while the machine stood still.
    var rate: (hertz: Double, isSettled: Bool) {
        let period = hasStamps ? stamps.slope : arrivals.slope
        guard let period, period > 0 else { return (0, false) }
        let (rate, isUsual) = usualRate(1_000_000 / period)
        let isMean = hasStamps || abs((arrivals.mean ?? period) - period) <= 0.1 * period
        return (rate, isUsual && isMean)
    }
}

extension ForeignOptions {
    /// What decodes a format, as far as the options say how.
    func decoder(_ format: ForeignFormat) -> any ForeignDecoder {
        switch format {
        case .text: TextLineDecoder(columns: columns)
        case .witMotion: WitMotionDecoder()
        case .mavLink: MAVLinkDecoder(scale: scale, stream: nil)
        }
    }
}
