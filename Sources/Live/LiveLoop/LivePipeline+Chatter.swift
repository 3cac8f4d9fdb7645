import Formatting
import MotionRecognition
import WireProtocol

// A device that says something thousands of times a second fills no disk with it.

extension LivePipeline {
    /// Passes a LOG message on.
    func pass(on payload: PayloadReader) {
        guard chatter.logs.admits(times.read) else {
            account.statistics.logsLeftOut += 1
            return
        }
        observer.messageReceived(.log(level: payload.u8(0), text: payload.text(from: 1)))
    }

    /// Passes on that a session began.
    func announce(_ device: HelloMessage) {
        chatter.hasUntoldSession = !chatter.sessions.admits(times.read)
        if chatter.hasUntoldSession {
            account.statistics.sessionsLeftOut += 1
        } else {
            tell(.session(device))
            tellDifferences(device)
        }
    }

    /// Samples of a session that was left out: nobody could tell what they are.
    func announceUntold() {
        guard chatter.hasUntoldSession, let device else { return }
        chatter.hasUntoldSession = false
        chatter.sessions.readmit()
        account.statistics.sessionsLeftOut -= 1
        tell(.session(device))
        tellDifferences(device)
    }

    /// What the device runs that is not what runs here.
    private func tellDifferences(_ device: HelloMessage) {
        // A device that takes networks names the one that it has also where it does not predict.
        let predicts = device.capabilities.contains(.predicts)
        if predicts, let here = model?.networkHash, let there = device.network, here != there {
            tell(.otherNetwork(device: there, model: here, installs: device.capabilities.contains(.installs)))
        }
        let missing = reactions.table.actuators(missingOn: device)
        if !missing.isEmpty { tell(.actuatorsMissing(missing, hasOthers: reactions.table.hasActuator(on: device))) }
        let library = device.library.text
        if library.hasPrefix("MotionQ15 "), library != "\(LibraryVersion.text)" { tell(.otherLibrary(device: device.library)) }
    }

    /// Says once a second how much was left out. The newest session is said then at the latest.
    func tellLeftOut(_ now: UInt64) {
        guard let leftOut = chatter.takeLeftOut(now: now) else { return }
        if leftOut.sessions > 0, chatter.hasUntoldSession { announceUntold() }
        observer.messageReceived(.leftOut(logs: leftOut.logs, sessions: leftOut.sessions))
    }
}

extension PayloadReader {
    /// The rest of the payload as text; bytes that are no UTF-8 become replacement characters.
    fileprivate func text(from offset: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes + offset, count: count - offset), as: UTF8.self)
    }
}
