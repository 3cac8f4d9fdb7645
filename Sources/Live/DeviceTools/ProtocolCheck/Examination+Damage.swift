import Formatting
import Transport
import WireProtocol

/// What a device does with bytes that make no frame for it (PROTOCOL.md §3, §5).
extension Examination {
    func examineDamage() throws(LineStop) {
        let before = ear.heard.last { $0.kind == .heartbeat }?.heartbeat
        if hasFailed(.timeSyncAnswer) || hasFailed(.timeSyncRepeats) {
            skip([.damagedByte, .longJunk, .damageCounted], "TIMESYNC would tell, and is not answered as it should be")
        } else {
            try examineDamagedByte()
            try examineJunk()
            try judgeCounted(before)
        }
        try examineOtherVersion()
    }

    private func examineDamagedByte() throws(LineStop) {
        // A frame whose end is lost takes the next one with it; one with another wrong byte only itself.
        let endless = Array(HostFrames.timeSync(now: line.now).dropLast()) + [0x55]
        var fault = try isHeard(after: endless, followers: 2) ? nil : "after a lost 0x00 the next but one was not answered either"
        try pass(milliseconds: 100)
        if fault == nil {
            var flipped = HostFrames.timeSync(now: line.now)
            // A byte of the CRC, neither the code byte nor one that becomes 0.
            let place = flipped.count - 3
            flipped[place] = flipped[place] == 0x55 ? 0x56 : 0x55
            if !(try isHeard(after: flipped, followers: 2)) { fault = "after a wrong byte the next two frames were not answered" }
        }
        settle(
            .damagedByte, fault, "a lost 0x00 and a wrong byte", mend: "start again after every 0x00, whatever came before it")
    }

    private func examineJunk() throws(LineStop) {
        guard !hasFailed(.damagedByte) else { return skip(.longJunk, "less damage than that puts it out of step") }
        try pass(milliseconds: 100)
        let isHeard = try isHeard(after: [UInt8](repeating: 0x55, count: 600) + [0], followers: 1)
        settle(
            .longJunk, isHeard ? nil : "after 600 bytes without a 0x00 the next frame was not answered", "600 bytes without a 0x00",
            mend: "drop what is longer than 255 bytes up to the next 0x00, and start again there")
    }

    /// Whether the last one of some good frames after bad bytes is answered.
    private func isHeard(after bytes: [UInt8], followers: Int) throws(LineStop) -> Bool {
        let asked = line.now
        try send(bytes, isGood: false)
        for number in 1...followers { try send(HostFrames.timeSync(now: asked + UInt64(number))) }
        return try wait(Self.answerWait) { $0.timeSync?.requested == asked + UInt64(followers) } != nil
    }

    private func judgeCounted(_ before: HeartbeatMessage?) throws(LineStop) {
        guard !hasFailed(.heartbeatPeriod), let before, let after = try nextHeartbeat() else {
            return skip(.damageCounted, "HEARTBEAT would tell it, and is missing")
        }
        let counted = after.framingErrors &- before.framingErrors &+ (after.crcErrors &- before.crcErrors)
        settle(
            .damageCounted, counted == 0 || counted > 1000 ? "\(counted) errors were counted" : nil, "\(counted) errors",
            mend: "count framing and CRC errors (§3) and tell them in HEARTBEAT")
    }

    private func examineOtherVersion() throws(LineStop) {
        let place = ear.heard.count
        for _ in 0..<4 {
            try send(HostFrames.hello(session: session, version: 2, now: line.now), isGood: false)
            try pass(milliseconds: 50)
        }
        try pass(milliseconds: Self.answerWait)
        let hellos = ear.heard[place...].count { $0.kind == .hello }
        // One may be the one that is due every 5 s.
        settle(
            .otherVersion, hellos == 0 ? "no HELLO came" : hellos > 2 ? "each of four frames was answered" : nil,
            "four frames of version 2, \(hellos) HELLO",
            mend: "answer frames of another major version with HELLO, once a second at most")
    }
}
