import Testing
import WireProtocol

@Suite("A device that answers the steps of an installation")
struct DeviceInstallTests {
    private static let steps: [InstallMessage.Step] = [.begin(length: 640, hash: 1), .block(offset: 0), .commit, .forget]

    /// What the host hears.
    private func answer(_ step: InstallMessage.Step, _ status: InstalledMessage.Status, next: UInt32) throws -> DeliveredFrame {
        let device = DeviceOnABench()
        device.link.answer(InstallMessage(sequence: 3, step: step), status, next: next, identity: nil, now: device.now)
        return try #require(device.drain().first)
    }

    @Test("tells an offset with ok of a begin and a block, and with out of order of any step", arguments: 0..<4)
    func offset(_ number: Int) throws {
        for status in InstalledMessage.Status.allCases {
            let isTold = status == .outOfOrder || (status == .ok && number < 2)
            let answer = try answer(Self.steps[number], status, next: 480).installed
            #expect(answer.next == (isTold ? 480 : 0), "\(status)")
            #expect(answer.tellsNext == isTold, "\(status)")
        }
    }

    @Test("sets REPLY in its answer")
    func reply() throws {
        #expect(try answer(.commit, .ok, next: 0).header.isReply)
    }
}
