import Formatting
import Transport
import WireProtocol

/// What ends a light: the host's silence, and its GOODBYE (PROTOCOL.md §6.12, §8).
extension Examination {
    func examineEnds(_ actuator: Actuator) throws(LineStop) {
        guard !isTold(.failsafe) else { return }
        try examineFailsafe(actuator)
        guard let minor = hello?.minorVersion, minor >= 2 else {
            return skip(.goodbye, "the device is older than minor version 2, which came with it")
        }
        _ = try ask(command(actuator, .on))
        try pass(milliseconds: 50)
        try send(HostFrames.goodbye(now: line.now))
        guard let beat = try nextHeartbeat(after: 50) else { return skip(.goodbye, "no HEARTBEAT came in time") }
        settleLight(
            .goodbye,
            beat.isAnyOn ? "a light is still on after it" : beat.hasFailsafeActed ? "HEARTBEAT calls it the failsafe" : nil,
            "off at once", mend: "turn off at GOODBYE what the host's commands have switched on")
        if beat.isAnyOn { _ = try ask(command(actuator, .off)) }
    }

    private func examineFailsafe(_ actuator: Actuator) throws(LineStop) {
        let (heard, isCalm) = try undisturbed { () throws(LineStop) in try beatsOfSilence(actuator) }
        guard let beats = heard else { return skip([.failsafe, .failsafeTold], "the light could not be switched on") }
        guard isCalm else { return skip([.failsafe, .failsafeTold], Self.stoodStill) }
        let early = beats.contains { $0.silence < 1_700_000 && !$0.beat.isAnyOn }
        let isLate = beats.contains { $0.silence > 2_300_000 && $0.beat.isAnyOn }
        guard beats.contains(where: { $0.silence > 2_300_000 }) else {
            return skip([.failsafe, .failsafeTold], "no HEARTBEAT came in time")
        }
        settleLight(
            .failsafe,
            early ? "a light is off before 2 s of silence" : isLate ? "a light is still on after 2.3 s of silence" : nil,
            "a light that was on is off", mend: "turn all actuators off when no valid frame came for 2,000 ms")
        guard !isLate, !early else { return skip(.failsafeTold, "the failsafe does not act") }
        settle(
            .failsafeTold, beats.contains { $0.beat.hasFailsafeActed } ? nil : "bit 1 of its flags was not set",
            "bit 1 of its flags was set", mend: "set bit 1 in the HEARTBEAT that follows the failsafe")
    }

    /// Switches a light on, is silent, and hears how long after the last frame which HEARTBEAT comes; nil if the light stays off.
    private func beatsOfSilence(_ actuator: Actuator) throws(LineStop) -> [(silence: UInt64, beat: HeartbeatMessage)]? {
        // What the flags of the last HEARTBEAT tell is over with the next.
        _ = try nextHeartbeat()
        guard fault(try ask(command(actuator, .on)), expecting: .ok) == nil else { return nil }
        let silentSince = sent.last ?? line.now
        let place = ear.heard.count
        // Two HEARTBEATs at least come after the failsafe is due.
        try pass(milliseconds: 4200)
        return ear.heard[place...].compactMap { frame in frame.heartbeat.map { (frame.at - silentSince, $0) } }
    }
}
