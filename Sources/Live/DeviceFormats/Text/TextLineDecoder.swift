import MotionCore

/// Lines of numbers, one reading in each, as sketches print them for a plotter or a forwarder.
///
/// Values are separated by commas, semicolons, tabs or spaces. A header row names the columns, or a label before each value
/// (`ax:1.605`); without names six columns are ax … gz, three are ax … az, nine are followed by a magnetic field, and seven or ten
/// begin with milliseconds. A line with another number of columns than those before, or with something that is no number, is
/// counted and left out.
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
    private var endedWithReturn = false

    private let line: UnsafeMutablePointer<UInt8>
    private var lineCount = 0
    /// Of the line that is read: columns and values.
    private let columns: UnsafeMutablePointer<TextColumn>
    private let values: UnsafeMutablePointer<Double>
    /// Of each field the label that stood there last, as a hash, and what it stands for: the next line has the same.
    private let labels: UnsafeMutablePointer<(hash: UInt64, column: TextColumn)>
    /// What a header, or somebody, said of the columns.
    private let named: UnsafeMutablePointer<TextColumn>
    private var namedCount = 0
    /// Without names, by their number.
    private static let usual = (0...TextLineDecoder.mostColumns).map { TextColumn.usual($0) }

    /// A longer line is no reading.
    private static let longestLine = 256
    /// No sensor measures it, in whatever unit or counts.
    private static let mostValue = 1e12
    /// Of a time; thirty thousand years.
    private static let mostMicroseconds = 1e18
    /// Columns of a line.
    public static let mostColumns = 16

    /// - Parameters:
    ///   - columns: what they are, at most 16; nil: names in the stream say it, or their number.
    ///   - factors: what makes g and rad/s of the values.
    public init(columns given: [TextColumn]? = nil, factors: (acceleration: Double, rotation: Double) = (1, 1)) {
        // The table is made now, and not with the first line.
        _ = Self.usual.count
        self.factors = factors
        line = .allocate(capacity: Self.longestLine)
        columns = .allocate(capacity: Self.mostColumns)
        values = .allocate(capacity: Self.mostColumns)
        named = .allocate(capacity: Self.mostColumns)
        labels = .allocate(capacity: Self.mostColumns)
        labels.initialize(repeating: (0, .other), count: Self.mostColumns)
        line.initialize(repeating: 0, count: Self.longestLine)
        values.initialize(repeating: 0, count: Self.mostColumns)
        columns.initialize(repeating: .other, count: Self.mostColumns)
        named.initialize(repeating: .other, count: Self.mostColumns)
        for column in (given ?? []).prefix(Self.mostColumns) {
            named[namedCount] = column
            namedCount += 1
        }
    }

    deinit {
        line.deallocate()
        columns.deallocate()
        labels.deallocate()
        values.deallocate()
        named.deallocate()
    }

    public func push(_ bytes: UnsafeRawBufferPointer, _ deliver: (ForeignReading) -> Void) {
        counters.bytes &+= UInt64(bytes.count)
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                if lineCount > 0 { finish(deliver) }
                lineCount = 0
                // CR LF is one end.
                if byte == 0x0D || !endedWithReturn { lineNumber &+= 1 }
                endedWithReturn = byte == 0x0D
            } else {
                endedWithReturn = false
                if lineCount < Self.longestLine { line[lineCount] = byte }
                // One more than fits means that the line is too long.
                if lineCount <= Self.longestLine { lineCount += 1 }
            }
        }
    }

    private func finish(_ deliver: (ForeignReading) -> Void) {
        guard lineCount <= Self.longestLine, let read = fields() else { return fail() }
        counters.frames &+= 1
        if read.names == read.count, read.names > 0 {
            if !takeHeader(read.count) { fail() }
        } else if read.names == 0, let reading = reading(read.count, areLabelled: read.labels == read.count) {
            counters.readings &+= 1
            deliver(reading)
        } else {
            fail()
        }
    }

    private func fail() {
        if counters.bad == 0 { firstBadLine = lineNumber }
        counters.bad &+= 1
        counters.skippedBytes &+= UInt64(min(lineCount, Self.longestLine))
    }

    /// Splits the line: values, and columns by their labels or, where a field is no number, by the field itself.
    ///
    /// - Returns: nil of a line with an empty or too many fields, or with bytes that nobody prints.
    private func fields() -> (count: Int, names: Int, labels: Int)? {
        var found = (count: 0, names: 0, labels: 0)
        var place = 0
        var hasHardSeparator = true
        while true {
            while place < lineCount, line[place] == 0x20 || line[place] == 0x09 { place += 1 }
            let isEnd = place == lineCount
            if isEnd || line[place] == 0x2C || line[place] == 0x3B {
                // A separator after another one, or at an end where a value should follow; one at the very end is usual.
                if hasHardSeparator, !(isEnd && found.count > 0) { return nil }
                if isEnd { return found }
                hasHardSeparator = true
                place += 1
                continue
            }
            let start = place
            var label = 0
            while place < lineCount, !Self.isSeparator(line[place]) {
                guard (0x21...0x7E).contains(line[place]) else { return nil }
                if line[place] == 0x3A { label = place - start + 1 }
                place += 1
            }
            guard found.count < Self.mostColumns else { return nil }
            take(start, count: place - start, label: label, &found)
            hasHardSeparator = false
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x2C || byte == 0x3B }

    private func take(_ start: Int, count: Int, label: Int, _ found: inout (count: Int, names: Int, labels: Int)) {
        let field = found.count
        if let value = DecimalNumber.parse(line + start + label, count: count - label) {
            values[field] = value
            if label > 0 {
                columns[field] = column(of: UnsafeBufferPointer(start: line + start, count: label - 1), field)
                found.labels += 1
            }
        } else {
            columns[field] = TextColumn(named: UnsafeBufferPointer(start: line + start, count: count))
            found.names += 1
        }
        found.count += 1
    }

    private func column(of label: UnsafeBufferPointer<UInt8>, _ field: Int) -> TextColumn {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in label { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if labels[field].hash != hash { labels[field] = (hash, TextColumn(named: label)) }
        return labels[field].column
    }

    /// - Returns: whether the names are those of a reading.
    private func takeHeader(_ count: Int) -> Bool {
        let known = (0..<count).count { if case .channel = columns[$0] { true } else { false } }
        guard known >= 3 else { return false }
        for field in 0..<count { named[field] = columns[field] }
        namedCount = count
        headers &+= 1
        return true
    }

    private func reading(_ count: Int, areLabelled: Bool) -> ForeignReading? {
        var reading = ForeignReading()
        for field in 0..<count {
            let column: TextColumn
            if areLabelled {
                column = columns[field]
            } else if namedCount > 0 {
                guard count == namedCount else { return nil }
                column = named[field]
            } else {
                guard let usual = Self.usual[count] else { return nil }
                column = usual[field]
            }
            switch column {
            case .channel(let channel):
                guard values[field].magnitude < Self.mostValue else { return nil }
                reading.set(channel, values[field] * (channel < 3 ? factors.acceleration : factors.rotation))
            case .time(let microseconds):
                guard values[field] >= 0, values[field] < 1e15, values[field] * microseconds < Self.mostMicroseconds else {
                    return nil
                }
                reading.time = UInt64(saturating: values[field] * microseconds)
            case .other: break
            }
        }
        let isWhole = [ForeignReading.Channels.acceleration, .rotation].contains { reading.channels.isSuperset(of: $0) }
        return isWhole ? reading : nil
    }
}
