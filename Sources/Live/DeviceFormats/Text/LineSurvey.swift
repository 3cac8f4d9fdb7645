import MotionUnits

/// Looks at lines of text until it is clear what a reading is made of: boot text comes once, readings come again and again, and
/// one may take several lines.
final class LineSurvey {
    /// Lines whose numbers are the same.
    private struct Kind {
        let own: LineColumns
        /// As their first number counts, or does not: where nobody names the numbers, that tells a time in front.
        private let asTimed: LineColumns?
        private let asUntimed: LineColumns?
        /// nil as long as too few lines came.
        private var counts: Bool?
        var count = 1
        /// How often other text, or an empty line, stood before it.
        var afterOthers = 0
        /// Microseconds that passed before it, all together.
        var waited: UInt64 = 0
        /// Of the first number that is a time, or else the first number.
        private(set) var steps: [Double]

        init(_ own: LineColumns, _ header: LineHeader, follows: Bool, step: Double) {
            self.own = own
            (asTimed, asUntimed) = (header.named(own, counting: true), header.named(own, counting: false))
            (afterOthers, steps) = (follows ? 0 : 1, [step])
        }

        /// What the numbers are; nil if nobody can say.
        var named: LineColumns? { counts ?? true ? asTimed : asUntimed }
        var channels: ForeignReading.Channels {
            // Four numbers are three behind a time at the most, and that is to be seen.
            counts == nil && asUntimed == nil && own.count == LineHeader.leastTimed ? .none : named?.channels ?? .none
        }

        mutating func add(step: Double) {
            guard steps.count < LineSurvey.mostSteps else { return }
            steps.append(step)
            if steps.count >= 8, steps.count % 8 == 0 { counts = LineSurvey.isCounting(steps) }
        }
    }

    /// Whether numbers go on as a clock does, which may be told twice: nearly never down, and up by steps that are alike.
    private static func isCounting(_ values: [Double]) -> Bool {
        let steps = zip(values.dropFirst(), values).map { $0 - $1 }
        let up = steps.filter { $0 > 0 }.sorted()
        guard up.count * 3 >= steps.count, steps.count(where: { $0 < 0 }) * 20 <= steps.count else { return false }
        let middle = up[up.count / 2]
        return up.count { $0 > middle / 5 && $0 < middle * 5 } * 20 >= up.count * 19
    }

    /// Lines with something in them, and those of them that are no text.
    private(set) var lines = 0
    private(set) var unreadable = 0
    /// How many more lines had a right checksum than a wrong one: with none right it is of a kind that nobody here knows.
    private var checksums = 0
    /// Lines without a number, after the first reading.
    private var textLines = 0
    /// The first line that is text, for a person.
    private(set) var firstLine: [UInt8]?
    private var splitter = LineSplitter()
    private var scanner = LineScanner()
    private var header = LineHeader()
    private var kinds: [Kind] = []
    /// The kind of the line before, where it was a part of a reading, and its number.
    private var previous = (isPart: false, number: 0 as UInt64)
    private var (now, lastLine) = (0 as UInt64, 0 as UInt64)
    private let isWhole: Bool

    /// More are damage, or no format.
    private static let mostKinds = 256
    private static let mostSteps = 512
    /// Rates that a motion sensor has, in Hz.
    private static let rates = 3.0...2000.0

    /// - Parameters:
    ///   - columns: what somebody said of them.
    ///   - isWhole: whether the text is there from its beginning, as a file is and what a port gives is not.
    init(columns: [TextColumn]? = nil, isWhole: Bool = false) {
        self.isWhole = isWhole
        for column in (columns ?? []).prefix(TextLineDecoder.mostColumns) { header.append(column) }
    }

    deinit {
        splitter.deallocate()
        scanner.deallocate()
        header.deallocate()
    }

    /// Takes bytes that arrived at `now`, in microseconds.
    func push(_ bytes: UnsafeRawBufferPointer, now: UInt64) {
        self.now = now
        splitter.push(bytes) { line, count, number in take(line, count, number: number) }
    }

    private func take(_ line: UnsafePointer<UInt8>, _ count: Int, number: UInt64) {
        lines += 1
        let checksum = SentenceChecksum(line, count: min(count, LineSplitter.longest))
        if let checksum { checksums += checksum.isRight ? 1 : -1 }
        guard count <= LineSplitter.longest, scanner.scan(line, count: checksum?.length ?? count) else {
            unreadable += 1
            return
        }
        if firstLine == nil { firstLine = Array(UnsafeBufferPointer(start: line, count: count)) }
        var isPart = false
        if scanner.count == 0 {
            let isHeader = header.take(line, count: count)
            if !isHeader, kinds.contains(where: { !$0.channels.isEmpty }) { textLines += 1 }
        } else {
            isPart = note(follows: previous.isPart && number &- previous.number <= 1)
        }
        previous = (isPart, number)
        lastLine = now
    }

    /// - Returns: whether the line has a channel.
    private func note(follows: Bool) -> Bool {
        let own = LineColumns(scanner)
        let step = scanner.values[(0..<own.count).first { if case .time = own.columns[$0] { true } else { false } } ?? 0]
        if let known = kinds.firstIndex(where: { $0.own.isSameKind(as: own) }) {
            kinds[known].count += 1
            if !follows { kinds[known].afterOthers += 1 }
            kinds[known].waited &+= now - lastLine
            kinds[known].add(step: step)
            return !kinds[known].channels.isEmpty
        }
        guard kinds.count < Self.mostKinds else { return false }
        kinds.append(Kind(own, header, follows: follows, step: step))
        return !kinds[kinds.count - 1].channels.isEmpty
    }

    // MARK: What was found

    /// Whether bytes are text at all, as those of a wrong speed are not.
    var isText: Bool { lines >= 3 && unreadable * 10 <= lines }

    /// How many readings came.
    var readings: Int {
        let parts = parts
        let channels = parts.reduce(into: ForeignReading.Channels.none) { $0.formUnion(kinds[$1].channels) }
        guard channels.isSuperset(of: .acceleration) || channels.isSuperset(of: .rotation) else { return 0 }
        return parts.map { kinds[$0].count }.min() ?? 0
    }

    /// The kinds of lines that make a reading, in the order in which they came first.
    private var parts: [Int] {
        let hasGravity = kinds.contains { $0.count > 1 && $0.channels.isSuperset(of: .acceleration) && !$0.own.lacksGravity }
        let candidates = kinds.indices.filter {
            !kinds[$0].channels.isEmpty && !(hasGravity && kinds[$0].own.lacksGravity)
        }
        let most = candidates.map { kinds[$0].count }.max() ?? 0
        var taken = ForeignReading.Channels.none
        var parts: [Int] = []
        // What has most channels, and came most often, first.
        let ordered = candidates.filter { kinds[$0].count * 2 >= most }.sorted {
            let (one, other) = (kinds[$0], kinds[$1])
            let (some, others) = (one.channels.rawValue.nonzeroBitCount, other.channels.rawValue.nonzeroBitCount)
            return some != others ? some > others : one.count > other.count
        }
        for kind in ordered where taken.isDisjoint(with: kinds[kind].channels) {
            taken.formUnion(kinds[kind].channels)
            parts.append(kind)
        }
        return parts.sorted()
    }

    /// nil as long as there is no reading.
    var plan: LinePlan? {
        let parts = parts
        guard readings > 0, let opening = opening(of: parts) else { return nil }
        let first = kinds[opening]
        let channels = parts.reduce(into: ForeignReading.Channels.none) { $0.formUnion(kinds[$1].channels) }
        let passed = kinds.indices.filter { kind in
            !parts.contains(kind) && (kind < (parts.first ?? 0) || kinds[kind].count > 2 + readings / 20)
        }
        return LinePlan(
            parts: parts.map { LinePlan.Part(columns: kinds[$0].own, named: kinds[$0].named, opens: $0 == opening) },
            passed: passed.map { kinds[$0].own },
            passesText: textLines > 2 + readings / 20, checksMatter: checksums > 0, channels: channels,
            microseconds: microseconds(of: first),
            accelerationUnit: parts.map { kinds[$0].own.accelerationUnit }.first { $0 != .none } ?? header.accelerationUnit,
            rotationUnit: parts.map { kinds[$0].own.rotationUnit }.first { $0 != .none } ?? header.rotationUnit)
    }

    /// With which of them a reading begins: the one before which something else stands most often, or before which the device
    /// waits; else the first one of a file, and acceleration of a stream.
    private func opening(of parts: [Int]) -> Int? {
        if let first = parts.first(where: { kinds[$0].afterOthers * 2 > kinds[$0].count }) { return first }
        let byWaits = parts.sorted { kinds[$0].waited > kinds[$1].waited }
        if let longest = byWaits.first, let next = byWaits.dropFirst().first, kinds[longest].waited / 3 > kinds[next].waited {
            return longest
        }
        if isWhole { return parts.first }
        return parts.first { kinds[$0].channels.isSuperset(of: .acceleration) } ?? parts.first
    }

    /// The unit of a time that names none, if milliseconds give a rate that no sensor has.
    private func microseconds(of kind: Kind) -> Double? {
        guard let named = kind.named, !named.isTimeSure else { return nil }
        guard (0..<named.count).contains(where: { if case .time = named.columns[$0] { true } else { false } }) else { return nil }
        let steps = zip(kind.steps.dropFirst(), kind.steps).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        guard steps.count >= 4 else { return nil }
        let step = steps[steps.count / 2]
        return [1000.0, 1, 1_000_000].first { Self.rates.contains(1_000_000 / (step * $0)) }.flatMap { $0 == 1000 ? nil : $0 }
    }
}
