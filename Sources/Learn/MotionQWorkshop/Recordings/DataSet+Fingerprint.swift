import Models
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
        return "\(fingerprintStart)\(named(subjects, "of them")); \(windows.count) windows; crc32 \(crc.hexadecimal)"
    }
}

private let fingerprintStart = "subjects "

extension Model {
    /// The people whom it learned from, as its file says; none where it does not say, or where they were too many to be named.
    var learnedSubjects: [String] {
        guard let text = provenance["training"], text.hasPrefix(fingerprintStart),
            let names = text.dropFirst(fingerprintStart.count).split(separator: ";").first
        else { return [] }
        return names.split(separator: ",").map(String.init)
    }
}
