import DeviceTools
import Formatting
import Simulation
import Testing
import Transport

/// What `check` and `doctor` make of the simulator, by a clock moved by hand: no machine is too slow for it.
@Suite("A simulated device")
struct SimulatedDeviceTests {
    @Test("breaks no rule of the protocol, and leaves those unjudged only of which it has nothing")
    func examined() throws {
        var judgements: [Judgement] = []
        try Examination(over: SimulatedPort(), session: 5) { judgements.append($0) }.run()
        let failed = judgements.filter { $0.verdict == .failed }
        #expect(failed.isEmpty, "\(failed)")
        let open = judgements.filter { $0.verdict == .notApplicable }.map(\.rule)
        #expect(Set(open).subtracting([.helloBeforeData]) == [.helloNetwork, .sessionTag, .indexGoesOn], "\(open)")
    }

    /// The findings of a check-up of a device with these faults.
    private func findings(_ change: (inout SimulatorOptions) -> Void = { _ in }) -> [Finding] {
        var options = SimulatorOptions()
        change(&options)
        let port = SimulatedPort(options)
        var findings: [Finding] = []
        let checkup = Checkup(tree: MadeUpSystem(), clock: port.clock, shouldStop: { false }, hasSpeed: { _ in false }) {
            (_, _) throws(TransportError) in port
        }
        _ = checkup.run(port: port.name) { findings.append($0) }
        return findings
    }

    @Test("is found well in everything that a device tells")
    func healthy() {
        let findings = findings()
        for subject in [.opening, .hello, .rate, .losses, .clock] as [Finding.Subject] {
            let finding = findings.first { $0.subject == subject }
            #expect(finding?.verdict == .ok, "\(subject): \(finding?.saw.description ?? "not told")")
        }
    }

    @Test("whose line damages bytes is told that it does")
    func damaged() {
        let losses = findings { $0.faults.damagedFraction = 0.003 }.first { $0.subject == .losses }
        #expect(losses?.verdict == .notOK && losses?.saw.description.contains("the line damaged") == true)
    }
}
