import Foundation
import TestSupport
import Testing
import WireProtocol

/// A replay, so that 200,000 samples are missing at once and not after a quarter of an hour. ExactLossTests have a device of the
/// present, and damage.
@Suite("monitor on a line that swaps frames and loses 200,000 samples in a row")
struct ReplayedLossTests {
    /// Frames of one sample; every tenth comes after the one that follows it.
    private final class Replay: @unchecked Sendable {
        static let frames = 1000
        static let missing = 200_000
        /// Frames that come too late, none of which is used.
        static let swaps = frames / 10 - 1
        /// In the last frame alone.
        static let mark: UInt16 = 7777
        private var sent = 0
        private var isGreeted = false

        /// Forty at a time.
        @Sendable func act(_ bytes: [UInt8]) -> [UInt8] {
            if !bytes.isEmpty, !isGreeted {
                isGreeted = true
                var hello = ScriptedDevice.sixAxes(rate: 200)
                hello.capabilities = .replays
                return frameBytes(FrameHeader(.hello)) { hello.write(to: &$0) }
            }
            guard isGreeted, sent < Self.frames else { return [] }
            sent += 40
            return (sent - 40..<sent).flatMap { data(Self.order($0)) }
        }

        /// The sample that comes at a place.
        private static func order(_ place: Int) -> Int {
            guard place >= 10 else { return place }
            return place % 10 == 0 ? place + 1 : place % 10 == 1 ? place - 1 : place
        }

        private func data(_ frame: Int) -> [UInt8] {
            let number = frame < Self.frames / 2 ? frame : frame + Self.missing
            let header = FrameHeader(
                .data, index: UInt16(truncatingIfNeeded: number), time: UInt32(truncatingIfNeeded: number * 5_000), count: 1)
            let count = frame == Self.frames - 1 ? Self.mark : UInt16(frame)
            return frameBytes(header) { writer in for _ in 0..<6 { writer.u16(count) } }
        }
    }

    @Test("counts as received and lost what was sent")
    func exact() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let replay = Replay()
        let puppet = try Puppet(losesNothing: true, replay.act)
        defer { puppet.end() }
        let live = try motionq.start(["monitor", "--port", puppet.path, "--json"])
        #expect(live.waits(for: #""counts":[\#(Replay.mark),"#))
        let summary = try #require(try live.end().objects().last)
        #expect(summary["samples"] as? Int == Replay.frames - Replay.swaps)
        #expect(summary["lost_samples"] as? Int == Replay.missing + Replay.swaps)
        #expect(summary["repeated_frames"] as? Int == Replay.swaps)
    }
}
