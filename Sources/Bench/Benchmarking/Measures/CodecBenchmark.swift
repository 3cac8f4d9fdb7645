import Quantization
import Recordings

/// The time that the bytes of a device, and those of a recording, take.
public enum CodecBenchmark {
    /// Rows of the recording.
    private static let rows = 200

    /// COBS and CRC-32 alone, whole frames with their headers, and a recording in CSV.
    public static func run(race: Race) -> [Throughput] {
        let codec = CodecRun()
        let csv = recording()
        let reader = RecordingReader()
        let entries: [(bytes: Int, Contender)] = [
            (codec.plainCount, Contender("COBS encode") { codec.stuff($0) }),
            (codec.wireCount - 1, Contender("COBS decode") { codec.unstuff($0) }),
            (codec.plainCount - 4, Contender("CRC-32") { codec.checksum($0) }),
            (codec.wireCount, Contender("frame encode") { codec.encode($0) }),
            (codec.wireCount, Contender("frame decode") { codec.decode($0) }),
            (
                csv.utf8.count,
                Contender("CSV recording") { times in
                    (0..<times).reduce(0) { sum, _ in
                        sum &+ UInt64((try? reader.parse(csv, path: "benchmark"))?.sampleCount ?? 0)
                    }
                }
            ),
        ]
        let times = race.run(entries.map(\.1))
        return zip(entries, times).map { entry, time in
            Throughput(
                name: entry.1.name, bytesPerItem: entry.bytes, time: time, allocations: allocations { _ = entry.1.work(1) })
        }
    }

    private static func recording() -> String {
        let values = MotionNoise.windows(1, window: rows, inputs: 6, seed: 1)
        let session = RecordedSession(
            name: "s", subject: "nobody", labels: Array(repeating: "rest", count: rows),
            timestamps: (0..<rows).map { Double($0) * 20 }, values: values)
        let text = try? RecordingWriter().text(of: Recording(path: "benchmark", sessions: [session]), path: "benchmark")
        return text ?? ""
    }
}
