import MotionCore
import Testing

@Suite("Windows in flight")
struct WindowsInFlightTests {
    private static let schedules = [(1, 1), (2, 1), (20, 5), (7, 3), (9, 2), (5, 5), (4, 9), (6, 7), (128, 32), (10, 4)]

    @Test("at every sample those in flight are the windows v with v·S ≤ n < v·S + T, in slots v mod N", arguments: schedules)
    func definition(_ length: Int, _ hop: Int) {
        let schedule = WindowSchedule(length: length, hop: hop)
        var flight = WindowsInFlight(schedule)
        for sample in 0..<5 * (length + hop) {
            let began = flight.begin()
            #expect(began == (sample % hop == 0 ? sample / hop % schedule.slots : nil))
            let windows = (0...sample / hop).filter { $0 * hop <= sample && sample < $0 * hop + length }
            #expect((0..<flight.count).map { flight.slot($0) } == windows.map { $0 % schedule.slots })
            for position in windows.indices {
                #expect(flight.oldestAge - position * hop == sample - windows[position] * hop)
            }
            let ending = windows.first.flatMap { sample == $0 * hop + length - 1 ? $0 % schedule.slots : nil }
            #expect(flight.oldestEnds == (ending != nil))
            #expect(flight.end() == ending)
            #expect(flight.samples == sample + 1)
        }
    }

    @Test("a restart forgets all windows, wherever it comes", arguments: schedules)
    func restart(_ length: Int, _ hop: Int) {
        let fresh = WindowsInFlight(WindowSchedule(length: length, hop: hop))
        for moment in 0..<length + hop {
            var flight = fresh
            for _ in 0..<moment { _ = (flight.begin(), flight.end()) }
            flight.restart()
            #expect((flight.count, flight.oldest, flight.oldestAge, flight.samples) == (0, 0, 0, 0))
            #expect(flight.begin() == 0)
        }
    }
}
