import Testing
import WireProtocol

@Suite("The rate meter on a line that repeats")
struct RateMeterRepetitionTests {
    /// Ten seconds at 100 Hz over a line that does something to each frame, and a moment over a good one.
    private func world(_ carry: @escaping ([UInt8]) -> [UInt8]) -> HostAndDevice {
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 400)
        world.upwards = { bytes in
            bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().flatMap { carry($0 + [0]) }
        }
        world.stream(0..<1000)
        world.upwards = { $0 }
        world.stream(1000..<1010)
        return world
    }

    private func rate(_ world: HostAndDevice) -> Double {
        world.measured.map { Double($0.samples) * 1e6 / Double($0.microseconds) } ?? 0
    }

    /// Every tenth frame comes twice.
    private func repeating() -> HostAndDevice {
        var number = 0
        return world { frame in
            number += 1
            return number % 10 == 0 ? frame + frame : frame
        }
    }

    /// Every tenth frame comes after the next one.
    private func swapping() -> HostAndDevice {
        var number = 0
        var late: [UInt8] = []
        return world { frame in
            number += 1
            if number % 10 == 0 {
                late = frame
                return []
            }
            defer { late = [] }
            return frame + late
        }
    }

    @Test("is not moved by frames that come twice")
    func repeated() { #expect(abs(rate(repeating()) - 100) < 2) }

    @Test("is not moved by frames that change places")
    func swapped() { #expect(abs(rate(swapping()) - 100) < 2) }

    @Test("stands beside a note that frames come twice")
    func noted() { #expect(repeating().news().contains(.irregular(.repeatsFrames))) }

    @Test("loses no sample to frames that come twice")
    func lossless() { #expect(repeating().lostSamples == 0) }
}
