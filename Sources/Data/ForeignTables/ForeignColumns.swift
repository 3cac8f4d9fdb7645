import Files
import Formatting
import MotionCore
import MotionUnits
import Recordings

/// Which columns of a foreign table hold what, and in which units, as far as that is known.
struct ForeignColumns {
    private(set) var session: Int?
    private(set) var subject: Int?
    private(set) var label: Int?
    private(set) var time: Int?
    private(set) var timeUnit: TimeUnit?
    /// Of ax, ay, az, gx, gy, gz; without the last three there is no gyroscope, without all six no motion.
    private(set) var channels: [Int] = []
    /// Channels that are no motion.
    private(set) var others = OtherChannels()
    /// Why it holds no motion; nil where it does.
    private(set) var lackOfMotion: Sentence?
    private(set) var acceleration: RecordedUnits.Acceleration?
    private(set) var rotation: RecordedUnits.Rotation?
    /// The accelerations are called user's or linear.
    private(set) var lacksGravity = false

    /// The column that a row must reach.
    var last: Int { ([session, subject, label, time].compactMap { $0 } + channels + others.places).max() ?? 0 }

    var hasMotion: Bool { !channels.isEmpty }

    /// What its recordings hold: six axes where there is motion, and then the others.
    var recorded: NamedChannels { NamedChannels((hasMotion ? SixAxes.names : []) + others.names) }

    /// - Parameters:
    ///   - choice: what somebody has named; the rest is found by the names in the header.
    ///   - needsMotion: whether a table without motion is refused, whatever else it holds.
    init(_ table: ForeignTable, _ choice: ColumnChoice?, needsMotion: Bool) throws(RecordingError) {
        let named = try choice?.places(in: table) ?? [:]
        var places: [Int: Int] = [:]
        for (column, place) in named {
            switch column {
            case .session: session = place
            case .subject: subject = place
            case .label: label = place
            case .time(let unit): (time, timeUnit) = (place, unit)
            case .channel(let channel): places[channel] = place
            }
        }
        // A first line of words that is narrower than the rows, as a title is, names the columns that it reaches.
        let names =
            table.header.map { header in
                header.map { ColumnName($0) } + Array(repeating: ColumnName(""), count: max(0, table.width - header.count))
            } ?? []
        // Who names one quantity along one axis means to name all.
        if places.isEmpty { places = try findChannels(names, table) }
        // The plainest name: activity before activity_id.
        func plainest(_ wanted: ForeignColumn) -> Int? {
            Self.best(
                names.enumerated().compactMap { place, name in
                    name.text == wanted && !named.values.contains(place) ? (place, name.words.count) : nil
                })
        }
        session = session ?? plainest(.session)
        subject = subject ?? plainest(.subject)
        label = label ?? plainest(.label)
        findTime(names, table)
        if let label, table.moments?.holdsTexts[label] == false {
            throw .foreign(
                path: table.path,
                reason: "“\(printable(table.first[label]))” is a number; a label is a text in quotation marks"
                    + "\(remedy: "name another field, as \(.columns, "label=…"), or make it a text")")
        }
        if !places.isEmpty || needsMotion { try take(places, names, table) }
        let taken = [session, subject, label, time].compactMap { $0 } + channels
        others = OtherChannels(table, names, besides: Set(taken), hasMotion: hasMotion)
        guard !hasMotion else { return }
        let lack = Self.lacking(table, false)
        lackOfMotion = lack
        guard !others.names.isEmpty else { throw .foreign(path: table.path, reason: lack) }
        if let problem = NamedChannels.problem(of: others.names) {
            throw .foreign(path: table.path, reason: "as a recording \(problem); leave some of them out of it")
        }
    }

    /// The columns of a gyroscope's own table, beside which an accelerometer's lies.
    ///
    /// - Parameter choice: what somebody has named, of both; a rotation may stand in the columns that the acceleration has there.
    init(rotationIn table: ForeignTable, _ choice: ColumnChoice?) throws(RecordingError) {
        let named = choice?.knownPlaces(in: table) ?? [:]
        for case (.time(let unit), let place) in named { (time, timeUnit) = (place, unit) }
        var places: [Int: Int] = [:]
        for (column, place) in named { if case .channel(let channel) = column { places[channel] = place } }
        let names = table.header?.map { ColumnName($0) } ?? []
        if places.isEmpty { places = try findChannels(names, table) }
        let own = [[3, 4, 5], [0, 1, 2]].map { $0.compactMap { places[$0] } }.first { $0.count == 3 }
        guard let own else {
            throw .foreign(
                path: table.path,
                reason: "no three of its columns are called like a rotation (gx, gyro_x, x …); \(table.columnsInWords)")
        }
        channels = own
        rotation = names.indices.contains(own[0]) ? names[own[0]].rotation : nil
        findTime(names, table)
    }

    /// Takes the surest of the columns that are called like a time, if none is named; one that counts rows if there is no other.
    private mutating func findTime(_ names: [ColumnName], _ table: ForeignTable) {
        guard time == nil else { return }
        let able = names.enumerated().compactMap { place, name in
            name.time.map { (place: place, rank: $0.rank, unit: $0.unit) }
        }
        func best(_ places: [(place: Int, rank: Int, unit: TimeUnit?)]) -> Int? { Self.best(places.map { ($0.place, $0.rank) }) }
        guard let found = best(able.filter { $0.unit != nil || !table.countsRows(in: $0.place) }) ?? best(able) else { return }
        (time, timeUnit) = (found, names[found].time?.unit)
    }

    private mutating func take(_ places: [Int: Int], _ names: [ColumnName], _ table: ForeignTable) throws(RecordingError) {
        let accelerations = (0..<3).compactMap { places[$0] }
        let rotations = (3..<6).compactMap { places[$0] }
        guard accelerations.count == 3 else { throw .foreign(path: table.path, reason: Self.lacking(table, rotations.count == 3)) }
        guard rotations.count == 3 || rotations.isEmpty else {
            throw .foreign(
                path: table.path,
                reason:
                    "of the rotations only \(rotations.count) of gx, gy, gz are there; name all three or none with \(.columns); "
                    + "\(table.columnsInWords)")
        }
        channels = accelerations + rotations
        guard !names.isEmpty else { return }
        for place in channels {
            let isRotation = rotations.contains(place)
            guard let unit = names[place].foreignUnit(ofRotation: isRotation) else { continue }
            let quantity = isRotation ? "a rotation" : "an acceleration"
            throw .foreign(
                path: table.path,
                reason: "\(table.header?[place] ?? "") is in \(unit), which is no unit of \(quantity) here"
                    + "\(remedy: "convert it first, or name other columns with \(.columns)")")
        }
        acceleration = names[accelerations[0]].acceleration
        rotation = rotations.first.flatMap { names[$0].rotation }
        lacksGravity = names[accelerations[0]].channel?.lacksGravity ?? false
    }

    private func findChannels(_ names: [ColumnName], _ table: ForeignTable) throws(RecordingError) -> [Int: Int] {
        var places: [Int: Int] = [:]
        // A file of a gyroscope alone calls its axes x, y, z.
        let isGyroscope = Path.name(of: table.path).lowercased().contains("gyr")
        let isOther = Path.name(of: table.path).split(separator: ".").first.map { SensorName(String($0)).sensor == .other } ?? false
        let names = table.ofSeveralSensors ? Self.withoutPlaces(names, table) : names
        for channel in 0..<6 {
            let able = names.enumerated().compactMap { place, name in
                name.channel.flatMap { found -> (place: Int, rank: Int)? in
                    // A file of a magnetometer calls its axes x, y, z, too.
                    guard !isOther || found.rank < 3 else { return nil }
                    let found = isGyroscope && found.rank == 3 ? (channel: found.channel + 3, rank: 3) : (found.channel, found.rank)
                    return found.0 == channel ? (place: place, rank: found.1) : nil
                }
            }
            guard let best = able.map(\.rank).min() else { continue }
            let chosen = able.filter { $0.rank == best }
            guard chosen.count == 1 else {
                let two = chosen.prefix(2).map { table.header?[$0.place] ?? "" }
                let name = RecordedSession.channelNames[channel]
                throw .foreign(
                    path: table.path,
                    reason:
                        "\(two[0]) and \(two[1]) could both be \(name)\(remedy: "say which with \(.columns), as ax=…,ay=…,az=…,gx=…,gy=…,gz=…")"
                )
            }
            places[channel] = chosen[0].place
        }
        // x and y alone are a place on a screen or in a picture, and no acceleration.
        let areBare = places.values.allSatisfy { names[$0].channel?.rank == 3 }
        return areBare && !(0..<3).allSatisfy { places[$0] != nil } && !isGyroscope ? [:] : places
    }

    /// The names without those that say the place of a sensor: they are channels as they stand.
    private static func withoutPlaces(_ names: [ColumnName], _ table: ForeignTable) -> [ColumnName] {
        names.enumerated().map { place, name in table.sensorPlace(of: place)?.isEmpty == false ? ColumnName("") : name }
    }

    /// The first of the lowest rank.
    private static func best(_ places: [(place: Int, rank: Int)]) -> Int? { places.min { $0.rank < $1.rank }?.place }

    /// Why there is no acceleration, and what to do.
    private static func lacking(_ table: ForeignTable, _ hasRotation: Bool) -> Sentence {
        let name = Path.name(of: table.path)
        let lower = name.lowercased()
        if hasRotation || lower.contains("gyr") {
            return
                "it holds rotation only; acceleration and rotation belong into one file, or into two of one folder whose names differ "
                + "by the sensor, as Accelerometer.csv and Gyroscope.csv do: name both, or the folder, and they are joined by time"
        }
        guard table.header == nil else {
            return
                "no three of its columns are called like an acceleration (ax, acc_x, accelerometerX …); \(table.columnsInWords)"
                + "\(remedy: "say which is which, as \(.columns, "timestamp_s=…,label=…,ax=…,ay=…,az=…")")"
        }
        let isAcceleration = lower.contains("acc") && table.width <= 4
        let example: Sentence = "say by number which is which, as \(.columns, .text(example(table)))"
        return "it has no header; \(table.columnsInWords)\(remedy: example)"
            + (isAcceleration
                ? "; if the rotation lies in a file of its own, as gyro_….txt, name the two side by side, and they are joined" : "")
    }

    private static func example(_ table: ForeignTable) -> String {
        if table.width == 6, table.first.contains(where: { Double($0) == nil }) {
            return "subject=1,label=2,timestamp_ns=3,ax=4,ay=5,az=6"
        }
        return switch table.width {
        case ...2: "ax=…,ay=…,az=…"
        case 3: "ax=1,ay=2,az=3"
        case 6: "ax=1,ay=2,az=3,gx=4,gy=5,gz=6"
        // MHEALTH's lower arm, and PAMAP2's hand.
        case 24: "ax=15,ay=16,az=17,gx=18,gy=19,gz=20,label=24"
        case 54: "timestamp_s=1,label=2,ax=5,ay=6,az=7,gx=11,gy=12,gz=13"
        default: "timestamp_s=1,label=2,ax=…,ay=…,az=…,gx=…,gy=…,gz=…"
        }
    }
}

extension ForeignTable {
    /// Whether its columns are called as those of our recordings with several sensors: `left.ax`, `right.ax`.
    fileprivate var ofSeveralSensors: Bool { Set((header ?? []).indices.compactMap { sensorPlace(of: $0) }).count > 1 }

    /// Nil of a column that is not called like an axis of ours; empty of the sensor without a place.
    fileprivate func sensorPlace(of column: Int) -> String? {
        header.flatMap { $0.indices.contains(column) ? NamedChannels.axis(of: $0[column])?.place : nil }
    }

    /// Whether each of the first rows has a number there that is one more than that of the row before: it may count rows.
    func countsRows(in place: Int) -> Bool {
        let numbers = firstRows.compactMap { $0.count > place ? $0.number(place) : nil }
        return numbers.count > Self.counted && zip(numbers.dropFirst(), numbers).allSatisfy { $0 == $1 + 1 }
    }

    /// Fewer may happen to rise like that.
    private static let counted = 20

    /// `its 3 columns are t, x, y`, or what the first row holds, cut where it is long.
    var columnsInWords: String {
        let shown = first.prefix(12).joined(separator: header == nil ? " " : ", ") + (first.count > 12 ? " …" : "")
        let what = moments == nil ? "column" : "field"
        if first.count == 1 { return "its only \(what) is \(shown)" }
        return header == nil
            ? "its first row has \(first.count) columns: \(shown)" : "its \(first.count) \(what)s are \(shown)"
    }
}
