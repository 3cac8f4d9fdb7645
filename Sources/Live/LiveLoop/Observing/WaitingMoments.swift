/// Moments that wait to be told, in their order, within so many bytes.
///
/// What does not fit makes older ones go: samples first, then windows, then changes of the connection, and events last; of each the
/// oldest. Changes carry all counts, so that they have a limit of their own besides.
struct WaitingMoments {
    private struct Numbered {
        var moment: ObservedMoment
        var number: UInt64
    }

    private let capacity: Int
    private let mostChanges: Int
    private var ranks = ObservedMoment.Rank.allCases.map { _ in FirstInFirstOut<Numbered>() }
    private var bytes = 0
    private var next: UInt64 = 0
    /// Dropped since this was asked last.
    private var dropped = DroppedMoments()

    /// - Parameters:
    ///   - bytes: what may wait; one moment always may.
    ///   - changes: how many changes of the connection may, at least one.
    init(bytes: Int, changes: Int = 64) {
        capacity = bytes
        mostChanges = changes
    }

    var isEmpty: Bool { ranks.allSatisfy(\.isEmpty) }

    mutating func append(_ moment: ObservedMoment) {
        let rank = moment.rank
        if rank == .changes, ranks[rank.rawValue].count >= mostChanges { drop(rank) }
        bytes += moment.cost
        ranks[rank.rawValue].append(Numbered(moment: moment, number: next))
        next += 1
        while bytes > capacity, let rank = ObservedMoment.Rank.allCases.first(where: { !ranks[$0.rawValue].isEmpty }) {
            guard ranks.reduce(0, { $0 + $1.count }) > 1 else { return }
            drop(rank)
        }
    }

    /// The oldest.
    mutating func take() -> ObservedMoment? {
        var oldest: (rank: Int, number: UInt64)?
        for rank in ranks.indices {
            guard let number = ranks[rank].first?.number, number < oldest?.number ?? .max else { continue }
            oldest = (rank, number)
        }
        guard let oldest, let taken = ranks[oldest.rank].removeFirst() else { return nil }
        bytes -= taken.moment.cost
        return taken.moment
    }

    /// No samples wait any longer.
    mutating func dropSamples() {
        while !ranks[ObservedMoment.Rank.samples.rawValue].isEmpty { drop(.samples) }
    }

    /// What was dropped since the last call; nil if nothing was.
    mutating func takeDropped() -> DroppedMoments? {
        defer { dropped = DroppedMoments() }
        return dropped.isEmpty ? nil : dropped
    }

    private mutating func drop(_ rank: ObservedMoment.Rank) {
        guard let moment = ranks[rank.rawValue].removeFirst()?.moment else { return }
        bytes -= moment.cost
        switch rank {
        case .samples: if case .samples(let samples) = moment { dropped.samples += UInt64(samples.count) }
        case .windows: dropped.windows += 1
        case .changes: dropped.changes += 1
        case .others: dropped.others += 1
        }
    }
}

/// A queue whose both ends cost the same however long it is.
struct FirstInFirstOut<Element> {
    /// A ring; `nil` is room.
    private var places: [Element?] = []
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var first: Element? { count > 0 ? places[head] : nil }

    mutating func append(_ element: Element) {
        if count == places.count {
            places = (0..<count).map { places[(head + $0) % count] } + [Element?](repeating: nil, count: max(16, count))
            head = 0
        }
        places[(head + count) % places.count] = element
        count += 1
    }

    mutating func removeFirst() -> Element? {
        guard count > 0 else { return nil }
        defer {
            places[head] = nil
            head = (head + 1) % places.count
            count -= 1
        }
        return places[head]
    }
}
