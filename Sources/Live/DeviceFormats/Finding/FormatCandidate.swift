import Formatting
import MotionUnits

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
    /// Tells the units, once the rate is known; until then what it will be told.
    private var judge: UnitJudge?
    private var waiting: [(acceleration: SIMD3<Double>?, rotation: SIMD3<Double>?)] = []
    /// Of the first accelerations of a format that is no text, in g.
    private var lengths: [Double] = []
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

    /// Readings that wait for a judge, at most, and seconds of them that must have been judged.
    private static let mostWaiting = 100_000
    private static let mostLengths = 1000
    private static let enoughSeconds = 3.0
    /// Readings a second where nothing tells: gravity has its size at any rate.
    private static let rateOfNone = 50.0

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
        let values = reading.values
        guard format == .text else {
            if lengths.count < Self.mostLengths {
                lengths.append((values[0] * values[0] + values[1] * values[1] + values[2] * values[2]).squareRoot())
            }
            return
        }
        let acceleration: SIMD3<Double>? =
            reading.channels.isSuperset(of: .acceleration) ? [values[0], values[1], values[2]] : nil
        let rotation: SIMD3<Double>? = reading.channels.isSuperset(of: .rotation) ? [values[3], values[4], values[5]] : nil
        if judge != nil {
            judge?.add(acceleration, rotation)
        } else if waiting.count < Self.mostWaiting {
            waiting.append((acceleration, rotation))
        }
    }

    /// Whether every reading brings a time of its own.
    var hasStamps: Bool { stamps.isOfAll(readings) }

    /// What is known of the units of text lines.
    enum Units {
        /// The format says them itself.
        case own
        /// Somebody said them, or the motion leaves no doubt.
        case known(ForeignUnits)
        /// The most likely ones.
        case assumed(ForeignUnits, UnitVerdict)
        /// None fits, or they are counts of which nobody said what they are worth.
        case none(UnitVerdict)
    }

    mutating func units(_ options: ForeignOptions) -> Units {
        if let counts = countsWithoutGravity(lengths.median ?? 0, options) { return .none(.noUnit(gravity: counts)) }
        guard format == .text else { return .own }
        let said = said(options)
        if said.covers(channels) { return .known(said) }
        if judge == nil {
            let counted = rate.hertz
            let rate = options.rate ?? (counted > 0 ? counted : Self.rateOfNone)
            begin(UnitJudge(rate: rate, stated: (said.acceleration, said.rotation)))
        }
        guard let verdict = judge?.conclude() else { return .none(UnitVerdict.ofNothing) }
        let found = said.filled(from: ForeignUnits(acceleration: verdict.acceleration.unit, rotation: verdict.rotation.unit))
        if !found.covers(channels) { return .none(verdict) }
        return verdict.isCertain ? .known(found) : .assumed(found, verdict)
    }

    /// By the motion, where nobody says the units.
    var verdict: UnitVerdict? { judge?.verdict }

    /// As somebody says them, or the lines do.
    func said(_ options: ForeignOptions) -> ForeignUnits {
        let printed = ForeignUnits(acceleration: plan?.accelerationUnit.acceleration, rotation: plan?.rotationUnit.rotation)
        return (options.units ?? options.scale.map { ForeignUnits($0) } ?? ForeignUnits()).filled(from: printed)
    }

    /// Whether the motion has shown enough for what it does not say to be believed.
    var isJudged: Bool { judge.map { $0.seconds >= Self.enoughSeconds } ?? (format != .text) }

    private mutating func begin(_ new: UnitJudge) {
        var judge = new
        for (acceleration, rotation) in waiting { judge.add(acceleration, rotation) }
        (self.judge, waiting) = (judge, [])
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
