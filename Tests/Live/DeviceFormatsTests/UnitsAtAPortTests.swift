import DeviceFormats
import Foundation
import MotionUnits
import TestSupport
import Testing
import WireProtocol

@Suite("Units that a sketch does not print")
struct UnitsAtAPortTests {
    /// A board's lines, in g and °/s or in m/s² and rad/s, at 50 Hz.
    private func send(
        _ board: TurningBoard, from first: Int = 0, isMetric: Bool = false, to world: TranslatedWorld
    ) throws {
        let (perG, perRadian) = isMetric ? (9.80665, 1.0) : (1.0, 180 / Double.pi)
        for place in first..<board.acceleration.count {
            let values =
                (0..<3).map { board.acceleration[place][$0] * perG } + (0..<3).map { board.rotation[place][$0] * perRadian }
            try world.send(Array((values.map { String(format: "%.3f", $0) }.joined(separator: ",") + "\n").utf8), after: 20_000)
        }
    }

    private var waiting: ForeignOptions {
        var options = ForeignOptions()
        options.needsCertainUnits = true
        return options
    }

    @Test("are waited for until the board is turned, and a turn is asked for once", arguments: [false, true])
    func turn(isMetric: Bool) throws {
        let world = TranslatedWorld(waiting)
        var board = TurningBoard(bias: [0.0003, -0.0002, 0.0001])
        board.lie(8)
        try send(board, isMetric: isMetric, to: world)
        #expect(world.found == nil && world.hello == nil)
        #expect(world.told.count { if case .unsure = $0 { true } else { false } } == 1)
        let before = board.acceleration.count
        board.turn([1.5, 0.4, 0], seconds: 2)
        board.turn([-1, 0, 0.5], seconds: 2)
        board.lie(2)
        try send(board, from: before, isMetric: isMetric, to: world)
        let found = try #require(world.found)
        #expect(found.units == (isMetric ? "m/s2,rad/s" : "g,deg/s") && found.doubt == nil)
        #expect(world.hello != nil)
    }

    @Test("are assumed where somebody only looks, and that is said with what speaks for it")
    func assumed() throws {
        let world = TranslatedWorld()
        var board = TurningBoard(bias: [0.0003, -0.0002, 0.0001])
        board.lie(8)
        try send(board, to: world)
        let found = try #require(world.found)
        #expect(found.units == "g,deg/s")
        let doubt = try #require(found.doubt)
        #expect(doubt.acceleration == .certain(.g) && doubt.possibleRotations.contains(.radiansPerSecond))
    }

    @Test("that were assumed wrongly are mended by a turn of the board, and another session begins", arguments: [false, true])
    func mended(isMetric: Bool) throws {
        let world = TranslatedWorld()
        var board = TurningBoard(bias: [0.0003, -0.0002, 0.0001])
        board.lie(8)
        // Habit has deg/s beside g, and rad/s beside m/s²: this board is of the other kind.
        let (perG, perRadian) = isMetric ? (9.80665, 180 / Double.pi) : (1.0, 1.0)
        func send(from first: Int) throws {
            for place in first..<board.acceleration.count {
                let values =
                    (0..<3).map { board.acceleration[place][$0] * perG } + (0..<3).map { board.rotation[place][$0] * perRadian }
                let line = values.map { String(format: "%.4f", $0) }.joined(separator: ",")
                try world.send(Array((line + "\n").utf8), after: 20_000)
            }
        }
        try send(from: 0)
        #expect(world.found?.units == (isMetric ? "m/s2,rad/s" : "g,deg/s"))
        let (session, before) = (try #require(world.hello).session, board.acceleration.count)
        board.turn([1.5, 0.4, 0], seconds: 2)
        board.turn([-1, 0, 0.5], seconds: 2)
        board.lie(2)
        try send(from: before)
        let certain = world.told.compactMap { if case .unitsCertain(let units, true) = $0 { units } else { nil } }
        #expect(certain == [isMetric ? "m/s2,deg/s" : "g,rad/s"])
        #expect(world.hello?.session != session)
    }

    @Test("that are mended leave a rate alone that somebody said")
    func saidRate() throws {
        var options = ForeignOptions()
        options.rate = 50
        let world = TranslatedWorld(options)
        var board = TurningBoard(bias: [0.0003, -0.0002, 0.0001])
        board.lie(8)
        board.turn([1.5, 0.4, 0], seconds: 2)
        board.turn([-1, 0, 0.5], seconds: 2)
        board.lie(6)
        for (place, acceleration) in board.acceleration.enumerated() {
            let values = (0..<3).map { acceleration[$0] } + (0..<3).map { board.rotation[place][$0] }
            let line = values.map { String(format: "%.4f", $0) }.joined(separator: ",") + "\n"
            // Twice as often as was said, from where the units are clear.
            try world.send(Array(line.utf8), after: place < 650 ? 20_000 : 10_000)
        }
        #expect(world.told.contains { if case .unitsCertain(_, true) = $0 { true } else { false } })
        #expect(!world.told.contains { if case .rateChanged = $0 { true } else { false } })
    }

    @Test("are certain of a still board whose drift can be no rotation in rad/s")
    func drift() throws {
        let world = TranslatedWorld(waiting)
        var board = TurningBoard(bias: [0.03, -0.02, 0.01])
        board.lie(10)
        try send(board, to: world)
        #expect(world.found?.units == "g,deg/s")
    }

    @Test("do not hide axes of the gyroscope that are not the accelerometer's: those that would fit are told, once")
    func otherAxes() throws {
        var board = TurningBoard(bias: .zero)
        for _ in 0..<7 {
            for turn in [[1.5, 0, 0], [0, 1.5, 0], [0, 0, 1.5], [-1, 0.5, 0], [0, -1, 0.5]] as [SIMD3<Double>] {
                board.turn(turn, seconds: 2)
            }
        }
        var options = ForeignOptions()
        options.units = ForeignUnits("g,rad/s")
        for isSwapped in [false, true] {
            let world = TranslatedWorld(options)
            for (a, g) in zip(board.acceleration, board.rotation) {
                let values = [a.x, a.y, a.z] + (isSwapped ? [g.y, -g.x, g.z] : [g.x, g.y, g.z])
                let line = values.map { String(format: "%.3f", $0) }.joined(separator: ",")
                try world.send(Array((line + "\n").utf8), after: 20_000)
            }
            #expect(world.told.compactMap(\.axesWords) == (isSwapped ? ["−gy, gx, gz"] : []))
        }
    }

    @Test("that are half said are judged for the other half")
    func half() throws {
        var options = waiting
        options.units = ForeignUnits("rad/s")
        let world = TranslatedWorld(options)
        var board = TurningBoard()
        board.lie(8)
        try send(board, isMetric: true, to: world)
        #expect(world.found?.units == "m/s2,rad/s")
    }
}

@Suite("A stranger's board that lies still", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct StrangerUnitTests {
    private func verdict(_ name: String) throws -> UnitVerdict? {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(SharedData.folder)/strangers/14-gyro-unit-at-rest/\(name)")))
        var options = ForeignOptions()
        options.rate = 50
        do throws(CaptureError) {
            let capture = try ForeignCapture(bytes, options)
            #expect(capture.finding.units == "g,deg/s" && name == "rest_g_dps.log")
            return capture.finding.verdict
        } catch {
            guard case .unsure(_, let verdict) = error else { return nil }
            return verdict
        }
    }

    @Test("in g and deg/s is never taken for g and rad/s")
    func degrees() throws {
        let verdict = try #require(try verdict("rest_g_dps.log"))
        #expect(verdict.acceleration == .certain(.g) && verdict.rotation.unit == .degreesPerSecond)
    }

    @Test("in m/s² and rad/s is asked for a turn, with these as the likely ones")
    func radians() throws {
        let verdict = try #require(try verdict("rest_ms2_rad.log"))
        #expect(verdict.acceleration == .certain(.metresPerSecondSquared) && verdict.rotation == .assumed(.radiansPerSecond))
    }
}
