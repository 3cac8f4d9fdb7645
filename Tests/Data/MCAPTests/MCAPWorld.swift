import Files
import Foundation
import MCAP
import MotionCore
import Randomness
import Recordings

/// Recordings, and what becomes of them as MCAP files.
enum MCAPWorld {
    /// A session of random motion with labels, at times with all their digits.
    static func session(
        _ name: String, of subject: String? = "ann", samples: Int, channels: NamedChannels = .sixAxes, from start: Double = 0,
        seed: UInt64 = 1
    ) -> RecordedSession {
        var random = SeededGenerator(seed: seed)
        var session = RecordedSession(name: name, subject: subject, channels: channels)
        for sample in 0..<samples {
            session.timestamps.append(start + Double(sample) * 1000 / 52)
            session.labels.append(sample % 3 == 0 ? "rest" : "shake")
            for _ in 0..<channels.count { session.values.append(Float(random.uniform(-2...2))) }
        }
        return session
    }

    /// The bytes of a file of sessions.
    static func file(_ sessions: [RecordedSession]) throws -> [UInt8] {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let path = folder.path + "/r.mcap"
        var writer = try MCAPRecordingWriter(sessions[0].channels, to: path)
        for session in sessions { try writer.add(RecordingStream.Part(session: session, isContinuation: false)) }
        try writer.finish()
        return try WholeFile.bytes(ofFileAt: path, limit: 1 << 30)
    }

    static func read(_ bytes: [UInt8]) throws(RecordingError) -> [RecordedSession] {
        try MCAPRecordingReader(bytes, path: "r.mcap").recording.sessions
    }

    /// What a reader says of bytes that are none, in words; nil if it reads them.
    static func refusal(_ bytes: [UInt8]) -> String? {
        do throws(RecordingError) { _ = try read(bytes) } catch { return error.description }
        return nil
    }
}
