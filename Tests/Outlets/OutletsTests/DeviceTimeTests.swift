import Outlets
import Testing

@Suite("When a sample was taken")
struct DeviceTimeTests {
    @Test("is the device's time behind the least delay that was seen, however late one window arrives")
    func delays() {
        var time = DeviceTime()
        let delays = [0.020, 0.005, 0.3, 2.0, 0.006]
        var found: [Double] = []
        for (number, delay) in delays.enumerated() {
            found.append(time.time(of: UInt64(number * 100_000), knownAt: 1000 + Double(number) * 0.1 + delay))
        }
        let expected = [1000.020, 1000.105, 1000.205, 1000.305, 1000.405]
        for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-6) }
    }

    @Test("follows clocks that drift apart by half a percent for an hour", arguments: [-0.005, 0.005])
    func drift(share: Double) {
        var time = DeviceTime()
        var worst = 0.0
        for second in 0..<3600 {
            let now = 5000 + Double(second)
            let device = UInt64(Double(second) * 1e6 * (1 + share))
            worst = max(worst, abs(time.time(of: device, knownAt: now + 0.004) - now))
        }
        #expect(worst < 0.7)
    }

    @Test("follows this machine's clock when that is set: back at once, and ahead when all has been late for five seconds")
    func clockSet() {
        var time = DeviceTime()
        func taken(_ second: Int, by clock: Double) -> Double { time.time(of: UInt64(second) * 1_000_000, knownAt: clock) }
        #expect(taken(0, by: 1000) == 1000)
        // Half a minute ahead.
        for second in 1...5 { #expect(taken(second, by: 1030 + Double(second)) == 1000 + Double(second)) }
        for second in 6...9 { #expect(taken(second, by: 1030 + Double(second)) == 1030 + Double(second)) }
        #expect(taken(10, by: 502) == 502)
    }

    @Test("begins anew with the device")
    func restart() {
        var time = DeviceTime()
        _ = time.time(of: 50_000_000, knownAt: 1000)
        time.restart()
        #expect(time.time(of: 0, knownAt: 1010.5) == 1010.5)
    }
}
