import Recordings

extension FuzzTarget {
    /// Recordings of ours and the book's, plain or packed with gzip.
    static let recording = FuzzTarget(
        "recording", reads: "recordings in CSV, plain and packed with gzip",
        sources: ["Sources/Data/Recordings/", "Sources/Base/Files/Gunzip.swift", "Sources/Base/Files/FileContents.swift"],
        words: TableSeeds.words, seeds: { TableSeeds.recordings + TableSeeds.recordings.map(Gzip.packed) }, mend: Gzip.mend
    ) { bytes throws(FuzzFault) in
        try FuzzFile.with(bytes, ending: ".csv") { path throws(FuzzFault) in
            for channels in [ChannelChoice.sixAxes, .all] {
                var reader = RecordingReader()
                reader.channels = channels
                reader.mostSamples = 100_000
                let recording: Recording
                do throws(RecordingError) {
                    recording = try reader.read(path)
                } catch {
                    try requireShort("\(error)")
                    continue
                }
                try requireSame(recording, reader)
            }
        }
    }

    /// What was read is written, and read the same.
    private static func requireSame(_ recording: Recording, _ reader: RecordingReader) throws(FuzzFault) {
        guard let text = try? RecordingWriter().text(of: recording, path: recording.path) else { return }
        var reader = reader
        reader.units = RecordedUnits()
        guard let again = try? reader.parse(text, path: recording.path) else {
            throw FuzzFault("a recording that was written is refused")
        }
        try require(again.sessions.count == recording.sessions.count, "a recording that was written has other sessions")
        for (one, other) in zip(recording.sessions, again.sessions) {
            let isSame =
                one.name == other.name && one.labels == other.labels && one.timestamps == other.timestamps
                && zip(one.values, other.values).allSatisfy { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
            try require(
                isSame && one.values.count == other.values.count, "session \(one.name) is read otherwise than it was written")
        }
    }
}
