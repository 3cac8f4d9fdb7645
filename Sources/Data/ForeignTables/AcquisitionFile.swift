import Files
import Formatting
import Foundation
import Recordings

/// What Edge Impulse's tools upload and export, a JSON object with `payload`: the milliseconds between two readings, sensors with
/// their names and units, and the values. It becomes the table that it holds, a line for each reading.
struct AcquisitionFile {
    /// A header and the readings, with commas between the columns; the first is the time in milliseconds.
    let table: String

    private struct Contents: Decodable {
        let payload: Payload
    }

    private struct Payload: Decodable {
        let interval_ms: Double
        let sensors: [Sensor]
        let values: [[Double?]]
    }

    private struct Sensor: Decodable {
        let name: String
        let units: String?
    }

    /// Bytes that one may have: some million readings.
    private static let most = 128 << 20

    /// Whether a file is JSON by its name.
    static func mayBe(_ path: String) -> Bool { path.utf8.count > 5 && path.lowercased().hasSuffix(".json") }

    /// Whether a file of JSON is one, and not what lies beside a recording.
    static func isOne(_ path: String) -> Bool {
        guard let bytes = try? WholeFile.bytes(ofFileAt: path, limit: most) else { return false }
        return holds("\"payload\"", bytes) && holds("\"interval_ms\"", bytes)
    }

    /// In place of Foundation's search in text, which would bring ICU along. Keys stand between quotation marks, which are few.
    private static func holds(_ key: String, _ bytes: [UInt8]) -> Bool {
        let key = Array(key.utf8)
        return bytes.indices.contains { bytes[$0] == key[0] && bytes[$0...].starts(with: key) }
    }

    /// - Throws: a file that cannot be read, or holds something else.
    init(_ path: String) throws(RecordingError) {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try WholeFile.bytes(ofFileAt: path, limit: Self.most) } catch { throw RecordingError(error) }
        guard let found = try? JSONDecoder().decode(Contents.self, from: Data(bytes)).payload else {
            throw .damaged(
                path: path,
                reason:
                    "of JSON only what Edge Impulse's tools write is read, with interval_ms, sensors and values in its payload; "
                    + "export it as CSV")
        }
        guard found.interval_ms > 0, found.interval_ms.isFinite else {
            throw .damaged(path: path, reason: "its interval_ms is \(found.interval_ms); it says how far two readings are apart")
        }
        let names = found.sensors.map { sensor in
            Self.plain(sensor.name) + (sensor.units.map { " (\(Self.plain($0)))" } ?? "")
        }
        guard let wrong = found.values.firstIndex(where: { $0.count != names.count }) else {
            table =
                (["timestamp_ms"] + names).joined(separator: ",") + "\n"
                + found.values.enumerated().map { index, values in
                    "\(Double(index) * found.interval_ms)" + values.map { ",\($0.map { "\($0)" } ?? "")" }.joined() + "\n"
                }
                .joined()
            return
        }
        throw .damaged(
            path: path,
            reason: "its reading \(wrong + 1) has \(found.values[wrong].count) values, and there are \(names.count) sensors")
    }

    /// A name or a unit as the header of a table may have it.
    private static func plain(_ text: String) -> String { String(text.map { ",;\"\n\r\t".contains($0) ? " " : $0 }) }
}
