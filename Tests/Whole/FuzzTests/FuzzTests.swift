import FuzzTargets
import Testing

/// The targets of `make fuzz`, over their seeds, what once broke them, and mutants that are the same every time.
@Suite("Bytes that others may have written")
struct FuzzTests {
    private static let mutants = 400

    @Test("that are sound, or once broke something, break no property", arguments: FuzzTarget.all)
    func seeds(_ target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for (place, seed) in seeds.enumerated() { expectKept(target, seed, "seed \(place)") }
    }

    @Test("that were changed anyhow break no property", arguments: FuzzTarget.all)
    func mutants(_ target: FuzzTarget) throws {
        var mutants = try Mutants(of: target, seed: 49)
        for number in 0..<Self.mutants { expectKept(target, mutants.next(), "mutant \(number)") }
    }

    @Test("of any kind, random ones, break no property", arguments: FuzzTarget.all)
    func noise(_ target: FuzzTarget) {
        for (number, bytes) in Noise.stretches.enumerated() { expectKept(target, bytes, "stretch \(number)") }
    }

    private func expectKept(_ target: FuzzTarget, _ bytes: [UInt8], _ name: String) {
        do throws(FuzzFault) {
            try target.check(bytes)
        } catch {
            Issue.record("\(target.name), \(name): \(error)")
        }
    }
}

extension FuzzTarget: CustomTestStringConvertible {
    package var testDescription: String { reads }
}
