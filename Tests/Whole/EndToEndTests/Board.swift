import Foundation
import MotionCore
import Synchronization
import TestSupport
import WireProtocol

/// A device behind a `Puppet` that does as a test says: the device's role, which others speak, would not break a rule.
///
/// The test sets it up, and hands it over to the puppet's thread.
final class Board: @unchecked Sendable {
    /// What it announces.
    var hello = ScriptedDevice.sixAxes(rate: 50)
    /// Samples a second, whatever it announces; one in a frame.
    var rate = 50
    /// What it makes of a command.
    var verdict = AckMessage.Status.ok
    /// Log messages that it sends at once when it is greeted.
    var logs = 0
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder
    private let clock = PatientClock()
    /// After how many samples it is to leave some out, and how many.
    private let omission = Mutex<(after: Int, count: Int)?>(nil)
    private var hasBegun = false
    /// Index of the next sample, without wraps.
    private var next = 0

    init() { decoder = FrameDecoder(buffer: memory) }

    deinit { memory.deallocate() }

    /// Microseconds since it booted, by its own clock.
    private var now: UInt64 { clock.microseconds }

    /// Leaves so many samples out, after so many more; may be called from any thread.
    func leaveOut(_ count: Int, after samples: Int) { omission.withLock { $0 = (samples, count) } }

    /// Takes what the host sent, and says what is due. Silent before it is greeted.
    @Sendable func act(_ bytes: [UInt8]) -> [UInt8] {
        var answer: [UInt8] = []
        _ = clock.advance()
        for byte in bytes where decoder.push(byte) { answer += self.answer() }
        guard hasBegun else { return answer }
        for number in 0..<logs {
            answer += frame(.log) { writer in
                writer.u8(2)
                for byte in "line \(number)".utf8 { writer.u8(byte) }
            }
        }
        logs = 0
        let due = Int(now) * rate / 1_000_000
        while next < due {
            let time = UInt32(truncatingIfNeeded: next * 1_000_000 / rate)
            answer += frameBytes(FrameHeader(.data, index: UInt16(truncatingIfNeeded: next), time: time, count: 1)) { writer in
                for axis in 0..<6 as Range<Int> { writer.u16(UInt16(next % 50 * (axis + 1))) }
            }
            next += 1 + omitted()
        }
        return answer
    }

    /// Counts a sample off: how many are left out after it.
    private func omitted() -> Int {
        omission.withLock { omission in
            guard let (after, count) = omission else { return 0 }
            omission = after > 1 ? (after - 1, count) : nil
            return after > 1 ? 0 : count
        }
    }

    private func answer() -> [UInt8] {
        let payload = decoder.payload
        switch decoder.header.kind {
        case .hello:
            if !hasBegun { next = Int(now) * rate / 1_000_000 }
            hasBegun = true
            return frame(.hello) { hello.write(to: &$0) }
        case .timeSync:
            let request = TimeSyncMessage(payload)
            let time = now
            return frame(.timeSync) { TimeSyncMessage(requested: request.requested, received: time, answered: time).write(to: &$0) }
        case .feedback:
            guard let command = FeedbackMessage(payload) else { return [] }
            return frame(.ack) {
                AckMessage(sequence: command.sequence, status: verdict, type: .feedback, applied: 0).write(to: &$0)
            }
        default: return []
        }
    }

    private func frame(_ kind: MessageKind, _ write: (inout PayloadWriter) -> Void) -> [UInt8] {
        let header = FrameHeader(
            kind, isReply: kind != .log, index: UInt16(truncatingIfNeeded: next), time: UInt32(truncatingIfNeeded: now))
        return frameBytes(header, write)
    }
}
