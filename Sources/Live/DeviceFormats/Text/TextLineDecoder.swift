import MotionCore

/// Readings in lines of text, as sketches print them for a plotter, a forwarder or a person.
///
/// Numbers stand alone, separated by commas, semicolons, tabs or spaces, and a header row names them; or words stand before them
/// (`ax:1.605`, `Acceleration X: 0.12, Y: …`, JSON's keys) and units behind. Without either, six are ax … gz, three are ax … az,
/// nine are followed by a magnetic field, and seven or ten begin with a time. With a `LinePlan` a reading may take several lines,
/// and other text between them is passed over; without one each line is a reading. What is none is counted and left out.
///
/// What the format leaves open: a digit that became another one, and a line whose beginning was missed, are read as they stand.
public final class TextLineDecoder: ForeignDecoder {
    public private(set) var counters = FormatCounters()
    /// By what ax, ay, az are multiplied, and gx, gy, gz: 1, the sketch's own units, until somebody says what they are.
    public var factors: (acceleration: Double, rotation: Double)
    /// Lines that named the columns.
    public private(set) var headers: UInt64 = 0
    /// The line that is read, from 1, and the first one that is no reading where one was to be expected, 0 without any.
    private(set) var lineNumber: UInt64 = 1
    private(set) var firstBadLine: UInt64 = 0

    private var splitter = LineSplitter()
    private var scanner = LineScanner()
    private var header = LineHeader()
    private let plan: LinePlan?
    /// Shapes of lines that came lately, and what their numbers are here.
    private let shapes: UnsafeMutablePointer<KnownShape>
    private var nextShape = 0
    private static let shapeCount = 8
    /// The reading that the next lines complete.
    private var partial = ForeignReading()

    private struct KnownShape {
        var hash: UInt64 = 0
        var columns: LineColumns
        var channels: ForeignReading.Channels
        /// Whether a line like it is a reading, or a part of one, and whether the first one.
        var isReading = false
        var opens = false
        /// Whether it is passed over, without being missed.
        var isKnown = false
    }

    /// No sensor measures it, in whatever unit or counts.
    private static let mostValue = 1e12
    /// Of a time; thirty thousand years.
    private static let mostMicroseconds = 1e18
    /// Columns of a line that somebody names.
    public static let mostColumns = 16

    /// - Parameters:
    ///   - columns: what they are, at most 16; nil: names in the stream say it, or their number.
    ///   - factors: what makes g and rad/s of the values.
    public convenience init(
        columns given: [TextColumn]? = nil, factors: (acceleration: Double, rotation: Double) = (1, 1)
    ) {
        self.init(columns: given, factors: factors, plan: nil)
    }

    /// - Parameter plan: what a reading is made of; nil: each line is one.
    init(columns given: [TextColumn]?, factors: (acceleration: Double, rotation: Double) = (1, 1), plan: LinePlan?) {
        self.factors = factors
        self.plan = plan
        shapes = .allocate(capacity: Self.shapeCount)
        // Tables are made now, and not with the first line.
        let blank = [UInt8](repeating: 0x20, count: LineSplitter.margin.before + LineSplitter.margin.behind)
        blank.withUnsafeBufferPointer { spaces in
            if let start = spaces.baseAddress { _ = scanner.scan(start + LineSplitter.margin.before, count: 0) }
        }
        let none = KnownShape(columns: LineColumns(scanner), channels: .none)
        shapes.initialize(repeating: none, count: Self.shapeCount)
        for column in (given ?? []).prefix(Self.mostColumns) { header.append(column) }
    }

    deinit {
        splitter.deallocate()
        scanner.deallocate()
        header.deallocate()
        shapes.deinitialize(count: Self.shapeCount)
        shapes.deallocate()
    }

    public func push(_ bytes: UnsafeRawBufferPointer, _ deliver: (ForeignReading) -> Void) {
        counters.bytes &+= UInt64(bytes.count)
        splitter.push(bytes) { line, count, number in
            lineNumber = number
            take(line, count, deliver)
        }
    }

    // MARK: A line

    private func take(_ line: UnsafePointer<UInt8>, _ count: Int, _ deliver: (ForeignReading) -> Void) {
        let checksum = SentenceChecksum(line, count: min(count, LineSplitter.longest))
        let isDamaged = (plan?.checksMatter ?? true) && !(checksum?.isRight ?? true)
        guard count <= LineSplitter.longest, !isDamaged, scanner.scan(line, count: checksum?.length ?? count) else {
            return fail(count)
        }
        counters.frames &+= 1
        if scanner.count == 0 {
            if header.take(line, count: count) {
                headers &+= 1
                for index in 0..<Self.shapeCount { shapes[index].hash = 0 }
            } else if plan.map({ !$0.passesText && counters.readings > 0 }) ?? true {
                fail(count)
            }
            return
        }
        let shape = shapes + place(of: scanner.shape)
        guard shape.pointee.isReading else {
            if !shape.pointee.isKnown { fail(count) }
            return
        }
        if !read(shape, deliver) { fail(count) }
    }

    private func fail(_ count: Int) {
        if counters.bad == 0 { firstBadLine = lineNumber }
        counters.bad &+= 1
        counters.skippedBytes &+= UInt64(min(count, LineSplitter.longest))
    }

    private func place(of hash: UInt64) -> Int {
        for index in 0..<Self.shapeCount where shapes[index].hash == hash { return index }
        let index = nextShape
        nextShape = (nextShape + 1) % Self.shapeCount
        shapes[index] = known(hash)
        return index
    }

    /// What the numbers of the line that was scanned are.
    private func known(_ hash: UInt64) -> KnownShape {
        var columns = LineColumns(scanner)
        let own = columns
        let part = plan?.part(own)
        var isNamed = header.name(&columns)
        if !isNamed, let named = part?.named { (columns, isNamed) = (named, true) }
        let channels = columns.channels
        let isWhole = channels.isSuperset(of: .acceleration) || channels.isSuperset(of: .rotation)
        var shape = KnownShape(hash: hash, columns: columns, channels: channels)
        guard let plan else {
            (shape.isReading, shape.opens) = (isNamed && isWhole, true)
            return shape
        }
        shape.isKnown = plan.passesOver(own)
        if let part, isNamed {
            (shape.isReading, shape.opens) = (true, part.opens)
            if let microseconds = plan.microseconds, !columns.isTimeSure {
                for number in 0..<columns.count {
                    if case .time = columns.columns[number] { shape.columns.columns[number] = .time(microseconds: microseconds) }
                }
            }
        }
        return shape
    }

    // MARK: A reading

    /// - Returns: false of values that are none.
    private func read(_ shape: UnsafeMutablePointer<KnownShape>, _ deliver: (ForeignReading) -> Void) -> Bool {
        if shape.pointee.opens {
            // The rest of the one before never came.
            if !partial.channels.isEmpty { counters.lost &+= 1 }
            partial = ForeignReading()
        } else if partial.channels.isEmpty {
            // Its first line was missed, and counted.
            return true
        }
        for number in 0..<shape.pointee.columns.count {
            let value = scanner.values[number]
            switch shape.pointee.columns.columns[number] {
            case .channel(let channel):
                guard value.magnitude < Self.mostValue else { return giveUp() }
                partial.set(channel, value * (channel < 3 ? factors.acceleration : factors.rotation))
            case .time(let microseconds):
                guard value >= 0, value < 1e15, value * microseconds < Self.mostMicroseconds else { return giveUp() }
                if partial.time == nil { partial.time = UInt64(saturating: value * microseconds) }
            case .other: break
            }
        }
        if partial.channels.isSuperset(of: plan?.channels ?? shape.pointee.channels) {
            counters.readings &+= 1
            deliver(partial)
            partial = ForeignReading()
        }
        return true
    }

    private func giveUp() -> Bool {
        partial = ForeignReading()
        return false
    }
}
