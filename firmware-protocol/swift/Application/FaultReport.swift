import CBoard
import WireProtocol

/// What ended the last start, as the host is told it, and whether this one should keep still.
struct FaultReport {
    private let fault: board_fault
    /// Starts in a row that a fault ended within `lasting`.
    private let inARow: UInt32

    /// Milliseconds after which a start counts as one that lasted.
    static let lasting: UInt32 = 10_000
    /// So many in a row, and the next start only answers its host: what fails may fail again, and a host can say so to somebody.
    private static let mostInARow: UInt32 = 5

    /// Looks what the last start left behind; nil if it was ended by no fault.
    static func take() -> FaultReport? {
        let fault = board_take_fault()
        guard fault.noted == UInt32(BOARD_FAULT_NOTED) else {
            board_set_faults_in_a_row(0)
            return nil
        }
        let before = fault.in_a_row == ~fault.in_a_row_check ? fault.in_a_row : 0
        let report = FaultReport(fault: fault, inARow: fault.uptime < lasting ? before &+ 1 : 0)
        // The next reset, by whatever, is a new beginning.
        board_set_faults_in_a_row(report.keepsStill ? 0 : report.inARow)
        return report
    }

    /// Whether too many starts failed: then nothing is sampled and no network runs.
    var keepsStill: Bool { inARow >= Self.mostInARow }

    /// Tells the host, as LOG.
    ///
    /// - Returns: whether there was room.
    @discardableResult
    func send(over link: inout DeviceLink, now: UInt64) -> Bool {
        var text = LogText()
        if fault.exception == 2 {
            text.append("watchdog: the loop stood still")
        } else {
            text.append("fault ")
            text.append(decimal: fault.exception)
        }
        text.append(", pc 0x")
        text.append(hexadecimal: fault.pc)
        text.append(", lr 0x")
        text.append(hexadecimal: fault.lr)
        text.append(", cfsr 0x")
        text.append(hexadecimal: fault.status)
        text.append(", after ")
        text.append(decimal: fault.uptime)
        text.append(" ms")
        if keepsStill { text.append("; the fifth such start in a row: no samples until a reset") }
        return link.send(log: .error, text.bytes.span.extracting(0..<text.count), now: now)
    }
}
