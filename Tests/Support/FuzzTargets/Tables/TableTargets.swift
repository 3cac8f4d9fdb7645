import ForeignTables
import MCAP
import MotionCore
import Recordings

extension FuzzTarget {
    /// Tables of other programs.
    static let table = FuzzTarget(
        "table", reads: "tables of other programs", sources: ["Sources/Data/ForeignTables/", "Sources/Data/MotionUnits"],
        longest: 8192,
        words: TableSeeds.foreignWords, seeds: { TableSeeds.recordings + [TurningSeeds.table] }
    ) { bytes throws(FuzzFault) in try readForeign(bytes, ending: ".csv") }

    /// Objects of JSON, one a line.
    static let moments = FuzzTarget(
        "moments", reads: "samples as objects of JSON, one a line",
        sources: ["Sources/Data/ForeignTables/Moments", "Sources/Data/ForeignTables/ForeignReader+Moments.swift"],
        words: TableSeeds.jsonWords, seeds: { [] }
    ) { bytes throws(FuzzFault) in try readForeign(bytes, ending: ".jsonl") }

    /// One document of JSON that holds a recording.
    static let json = FuzzTarget(
        "json", reads: "recordings in one document of JSON",
        sources: ["Sources/Data/ForeignTables/Moments", "Sources/Data/ForeignTables/AcquisitionFile.swift"],
        words: TableSeeds.jsonWords, seeds: { [] }
    ) { bytes throws(FuzzFault) in try readForeign(bytes, ending: ".json") }

    /// MCAP files.
    static let mcap = FuzzTarget(
        "mcap", reads: "recordings in MCAP files",
        sources: [
            "Sources/Data/MCAP/Container/ContainerReader.swift", "Sources/Data/MCAP/Container/RecordBytes.swift",
            "Sources/Data/MCAP/Messages", "Sources/Data/MCAP/Sessions",
        ],
        longest: 8192, words: TableSeeds.mcapWords, seeds: { try TableSeeds.mcap() }, mend: MCAPMending.mend
    ) { bytes throws(FuzzFault) in
        let sessions: [RecordedSession]
        do throws(RecordingError) {
            sessions = try MCAPRecordingReader(bytes, path: "f").recording.sessions
        } catch {
            return try requireShort("\(error)")
        }
        for session in sessions {
            let isWhole = session.labels.count == session.count && session.values.count == session.count * session.channels.count
            try require(isWhole, "session \(session.name) has other numbers of times, labels and values")
            let isInOrder = zip(session.timestamps, session.timestamps.dropFirst()).allSatisfy { $0 <= $1 }
            try require(isInOrder, "session \(session.name) is not in the order of time")
        }
    }

    private static func readForeign(_ bytes: [UInt8], ending: String) throws(FuzzFault) {
        try FuzzFile.with(bytes, ending: ending) { path throws(FuzzFault) in
            let read: [RecordedSession]?
            do throws(RecordingError) {
                read = try ForeignReader().sessions(ofMomentsAt: path, named: "s")
            } catch {
                return try requireShort("\(error)")
            }
            guard let sessions = read else { return }
            for session in sessions {
                let isWhole =
                    session.labels.count == session.count && session.values.count == session.count * session.channels.count
                try require(isWhole, "session \(session.name) has other numbers of times, labels and values")
                try require(session.timestamps.allSatisfy(\.isFinite), "session \(session.name) has a time that is no number")
            }
        }
    }
}
