import DeviceFormats
import Files
import Formatting
import Recordings

/// Makes sessions of what devices of other makes sent, logged byte for byte.
struct CaptureReading {
    private(set) var sessions: [RecordedSession] = []
    private var motion = PlausibleMotion()
    private var areUnitsJudged = false
    private let options: ForeignOptions
    private let namesLabel: Bool
    private let namesSubject: Bool
    private var names = UniqueNames()

    /// Most bytes of a file, unpacked; all of it is held.
    private static let limit = 512 << 20

    /// - Parameters:
    ///   - namesLabel: whether a file's name says what was done.
    ///   - namesSubject: whether it says who moved.
    init(_ options: ForeignOptions, namesLabel: Bool, namesSubject: Bool) {
        (self.options, self.namesLabel, self.namesSubject) = (options, namesLabel, namesSubject)
    }

    /// Reads a file, also one packed with gzip. A session ends where the device's own time goes back.
    ///
    /// - Throws: a file that cannot be read, or is no such stream; a stream without times whose rate nothing tells.
    mutating func add(_ path: String) throws -> ConvertedCapture {
        let capture: ForeignCapture
        let bytes = try Self.bytes(path)
        do throws(CaptureError) {
            capture = try ForeignCapture(bytes, options)
        } catch {
            throw RequestError(.badData, "\(path) \(error)")
        }
        guard capture.finding.hasTimes || options.rate != nil else {
            throw RequestError(
                .badData, "\(path): \(capture.finding.format.words) without times: say samples per second by \(.deviceRate)")
        }
        let (stem, first) = (Self.stem(path), sessions.count)
        let label = namesLabel ? Self.withoutNumber(stem) : ""
        var session = begin(stem)
        var (place, lost, newest, origin) = (0, 0, UInt64(0), UInt64(0))
        var (bad, firstBad) = (0, Int?.none)
        capture.read { reading in
            lost += reading.lost
            let values = (0..<6).map { Float(reading.values[$0]) }
            guard values.indices.allSatisfy({ RecordedUnits.isPossible(values[$0], ofChannel: $0) }),
                options.rate != nil || reading.time != nil
            else {
                bad += 1
                firstBad = firstBad ?? reading.line
                lost += 1
                if session.count > 0 { place += 1 + reading.lost }
                return
            }
            if let rate = options.rate {
                if session.count > 0 { place += 1 + reading.lost }
                session.timestamps.append(Double(place) * 1000 / rate)
            } else if let time = reading.time {
                if session.count > 0, time < newest || time - origin >= Self.longest {
                    sessions.append(session)
                    session = begin(stem)
                }
                if session.count == 0 { origin = time }
                newest = time
                // As while recording: a time that is told twice is a microsecond later.
                let milliseconds = Double(time - origin) / 1000
                session.timestamps.append(session.timestamps.last.map { max(milliseconds, $0 + 0.001) } ?? milliseconds)
            }
            session.labels.append(label)
            session.values += values
        }
        firstBad = [firstBad, capture.firstBadLine].compactMap { $0 }.min()
        if capture.finding.format == .text { bad += Int(clamping: capture.counters.bad) }
        if session.count > 0 { sessions.append(session) }
        guard sessions.count > first else {
            let place = firstBad.map { ", line \($0)" } ?? ""
            throw RequestError(
                .badData,
                "\(path)\(place): no sensor measures what it holds\(remedy: "say \(.units) or \(.profile)")")
        }
        for session in sessions[first...] { motion.add(session.values) }
        areUnitsJudged = areUnitsJudged || capture.finding.verdict != nil
        let longest = sessions[first...].max { $0.count < $1.count }
        return ConvertedCapture(
            path: path, format: capture.finding.format, channels: capture.finding.channels, units: capture.finding.units,
            areUnitsJudged: capture.finding.verdict != nil, sensor: capture.finding.sensor,
            otherSensors: capture.finding.otherSensors, samples: sessions[first...].reduce(0) { $0 + $1.count }, lost: lost,
            unreadable: bad, firstUnreadableLine: firstBad, rate: longest?.rate)
    }

    /// Whether what came of it looks like motion in other units than g and rad/s.
    ///
    /// - Throws: if it does and nobody said its units.
    func isImplausible() throws -> Bool {
        guard motion.isContradicted else { return false }
        guard !areUnitsJudged else {
            throw RequestError(
                .badData,
                "what the logs hold cannot be motion in g and rad/s\(remedy: "say their units by \(.units)")")
        }
        return true
    }

    /// Microseconds of a session, at most: a recording counts its milliseconds no further than its numbers go.
    private static let longest: UInt64 = 1_000_000_000_000_000 - 1

    private mutating func begin(_ stem: String) -> RecordedSession {
        RecordedSession(name: names.name(stem, in: nil), subject: namesSubject ? stem : nil)
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        do throws(ContentsError) {
            let file = try FileContents(ofFileAt: path, limit: limit)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            var bytes: [UInt8] = []
            while true {
                let count = try file.read(into: buffer)
                if count == 0 { return bytes }
                bytes += buffer[..<count]
            }
        } catch {
            throw RecordingError(error, path: path)
        }
    }

    /// The file's name without its ending, as it may stand in a recording.
    private static func stem(_ path: String) -> String {
        var name = RecordingFile.unpackedName(of: path)
        if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = String(name[..<dot]) }
        return name.asFileName
    }

    /// `walking_2` and `walking2` are walking.
    private static func withoutNumber(_ name: String) -> String {
        let stem = name.trimmingSuffix { $0.isNumber || "_- ".contains($0) }
        return stem.isEmpty ? name : stem
    }
}

extension String {
    fileprivate func trimmingSuffix(_ isSuffix: (Character) -> Bool) -> String {
        var end = endIndex
        while end > startIndex, isSuffix(self[index(before: end)]) { end = index(before: end) }
        return String(self[..<end])
    }
}
