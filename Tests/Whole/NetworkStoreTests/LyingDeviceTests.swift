import DeviceTools
import Formatting
import TestSupport
import Testing
import WireProtocol

@Suite("A device that lies to an installation")
struct LyingDeviceTests {
    /// What became of an installation on a device.
    struct Ending {
        let line: LyingLine
        let failure: InstallFailure?
        let installed: Installed?
    }

    static func install(_ goal: InstallGoal, on device: LyingDevice) -> Ending { install(goal, over: LyingLine(device)) }

    static func install(_ goal: InstallGoal, over line: LyingLine) -> Ending {
        do throws(InstallFailure) {
            let installed = try Installer(over: line, session: 7) { _ in }.run(goal, sequence: 500)
            return Ending(line: line, failure: nil, installed: installed)
        } catch {
            return Ending(line: line, failure: error, installed: nil)
        }
    }

    @Test("is given up for what it does, within a minute and 500 messages", arguments: Lie.all)
    func ends(_ lie: Lie) throws {
        let device = LyingDevice()
        lie.teach(device)
        let ending = Self.install(lie.goal, on: device)
        let failure = try #require(ending.failure, "it was believed")
        #expect(lie.ends(failure.reason), "\(failure.reason)")
        #expect(failure.exit == lie.exit, "\(failure.sentence)")
        #expect(ending.line.seconds <= 60, "\(ending.line.seconds) s")
        #expect(device.steps <= 500, "\(device.steps) steps")
    }

    @Test("does so in at least 65 ways, at each step")
    func census() {
        #expect(Lie.all.count >= 65)
        #expect(Set(Lie.all.map(\.testDescription)).count == Lie.all.count)
        for moment in Lie.Moment.allCases { #expect(Lie.all.contains { $0.moment == moment }, "\(moment)") }
    }

    @Test("is spoken of as it is: no status that it did not send, and what it runs", arguments: Lie.all)
    func sentence(_ lie: Lie) throws {
        let device = LyingDevice()
        lie.teach(device)
        let failure = try #require(Self.install(lie.goal, on: device).failure)
        let sentence = failure.sentence.description
        #expect(!sentence.contains("status 0"), "\(sentence)")
        if case .refused(_, status: 8...) = failure.reason {
            #expect(sentence.contains("this version does not know"), "\(sentence)")
        }
        // What it ran is told wherever it was greeted and nothing was committed to.
        guard failure.device?.network == 0xB01, failure.order == .none, failure.reason != .takesNone else { return }
        #expect(sentence.contains("0000000000000b01"), "\(sentence)")
    }

    @Test("and is another board is sent nothing after its HELLO", arguments: Lie.all)
    func otherBoard(_ lie: Lie) throws {
        let device = LyingDevice()
        lie.teach(device)
        let failure = try #require(Self.install(lie.goal, on: device).failure)
        guard case .otherBoard(let board) = failure.reason else { return #expect(device.framesToOther == nil) }
        #expect(device.framesToOther == 0)
        let sentence = failure.sentence.description
        #expect(sentence.contains("was not given the network"), "\(sentence)")
        let id = board.id.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(sentence.contains(id.isEmpty ? "(no id)" : "(id \(id))"), "\(sentence)")
    }
}

extension InstallFailure {
    /// As the command ends.
    var exit: Int32 {
        switch fault {
        case .device: 69
        case .network: 65
        case .line: 74
        case .interruption: 130
        }
    }
}
