import Recordings
import WireProtocol

extension DataSet {
    /// What it holds, so that two data sets can be told apart: people, windows, and the CRC-32 of all samples, labels and windows.
    var fingerprint: String {
        var crc = CRC32()
        for session in sessions {
            for value in session.values {
                let bits = value.bitPattern
                for shift in stride(from: 0, to: 32, by: 8) { crc.update(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
            for label in session.labels { label.utf8.forEach { crc.update($0) } }
        }
        for window in windows {
            for number in [window.session, window.start, window.label] {
                for shift in stride(from: 0, to: 32, by: 8) { crc.update(UInt8(truncatingIfNeeded: number >> shift)) }
            }
        }
        return "subjects \(named(subjects, "of them")); \(windows.count) windows; crc32 \(crc.hexadecimal)"
    }
}
