import MotionUnits
import TestSupport
import Testing

@Suite("The judge of units")
struct UnitJudgeTests {
    private static let accelerations: [AccelerationUnit] = [.g, .milliG, .metresPerSecondSquared, .counts]
    private static let rotations: [RotationUnit] = [.radiansPerSecond, .degreesPerSecond, .millidegreesPerSecond, .counts]

    private static func turned(_ rate: Double) -> Stretch {
        var board = TurningBoard(rate: rate)
        board.lie(2)
        board.turn([1.4, 0, 0], seconds: 1.5)
        board.turn([0, 1.2, 0.4], seconds: 1.5)
        board.lie(1)
        return board.stretch
    }

    @Test("is certain of every unit after one turn of the board", arguments: [25, 50, 100, 200, 400])
    func turn(rate: Double) {
        let stretch = Self.turned(rate)
        for acceleration in Self.accelerations {
            for rotation in Self.rotations {
                let verdict = UnitVerdict(stretch.printed(acceleration, rotation))
                #expect(verdict.acceleration == .certain(acceleration) && verdict.rotation == .certain(rotation))
            }
        }
    }

    @Test("knows gravity, but not rad/s from deg/s, while a calibrated board lies still")
    func still() {
        var board = TurningBoard(bias: [0.0003, -0.0002, 0.0001])
        board.lie(8)
        for rotation in [RotationUnit.radiansPerSecond, .degreesPerSecond] {
            let verdict = UnitVerdict(board.stretch.printed(.g, rotation))
            #expect(verdict.acceleration == .certain(.g))
            #expect(!verdict.rotation.isCertain && verdict.possibleRotations.contains(rotation))
        }
    }

    @Test("takes the drift of a still gyroscope in deg/s for no rotation in rad/s, for gravity would turn with it")
    func drift() {
        var board = TurningBoard(bias: [0.03, -0.02, 0.01])
        board.lie(8)
        #expect(!UnitVerdict(board.stretch.printed(.g, .degreesPerSecond)).possibleRotations.contains(.radiansPerSecond))
    }

    @Test("assumes the habit of the library that prints so, where the motion tells nothing")
    func habits() {
        var board = TurningBoard(bias: .zero)
        board.lie(8)
        #expect(UnitVerdict(board.stretch.printed(.g, .degreesPerSecond)).rotation == .assumed(.degreesPerSecond))
        let metric = UnitVerdict(board.stretch.printed(.metresPerSecondSquared, .radiansPerSecond))
        #expect(metric.rotation == .assumed(.radiansPerSecond))
    }

    @Test("finds no unit for an acceleration without gravity")
    func withoutGravity() {
        var board = TurningBoard()
        board.lie(10)
        var stretch = board.stretch
        for place in stretch.acceleration.indices {
            let push = [-1.5, 1.5][(place / 12) % 2]
            stretch.acceleration[place] = [push, -push * 0.5, push * 0.2]
        }
        let verdict = UnitVerdict(stretch.printed(.metresPerSecondSquared, .radiansPerSecond))
        #expect(verdict.acceleration == .none && verdict.doubt == .noGravity)
    }

    @Test("finds no unit for a gravity of no unit's size, and says the size")
    func otherSize() throws {
        var stretch = Self.turned(50)
        stretch.acceleration = stretch.acceleration.map { $0 * 3.3 }
        let verdict = UnitVerdict(stretch.printed(.g, .degreesPerSecond))
        #expect(verdict.doubt == .noUnit)
        #expect(abs(try #require(verdict.gravity) - 3.3) < 0.05)
    }

    @Test("finds the rotation in no unit, when it is ten times that of one")
    func otherScale() {
        var stretch = Self.turned(50)
        stretch.rotation = stretch.rotation.map { $0 * 10 }
        #expect(!UnitVerdict(stretch.printed(.g, .degreesPerSecond)).rotation.isCertain)
    }

    @Test("names a gyroscope whose axes are swapped or turned around, and never another one")
    func axes() {
        var board = TurningBoard(bias: .zero)
        for _ in 0..<2 {
            board.turn([1.5, 0, 0], seconds: 2)
            board.turn([0, 1.5, 0], seconds: 2)
            board.turn([0, 0, 1.5], seconds: 2)
            board.turn([-1, 0.5, 0], seconds: 2)
            board.turn([0, -1, 0.5], seconds: 2)
        }
        var named = 0
        for wrong in GyroscopeAxes.all where wrong != .right {
            var stretch = board.stretch
            stretch.rotation = stretch.rotation.map { wrong.mistaken($0) }
            let verdict = UnitVerdict(stretch.printed(.g, .degreesPerSecond))
            #expect(verdict.axes == wrong || verdict.axes == nil)
            #expect(verdict.rotation == .certain(.degreesPerSecond) || !verdict.rotation.isCertain)
            if verdict.axes != nil { named += 1 }
        }
        #expect(named == 47)
        #expect(UnitVerdict(board.stretch.printed(.g, .degreesPerSecond)).axes == nil)
    }

    @Test("does not change its mind: what two motions say differently is not certain any more")
    func contradiction() {
        let (first, second) = (Self.turned(50).raw(.g, .degreesPerSecond), Self.turned(50).raw(.g, .radiansPerSecond))
        var judge = UnitJudge(rate: 50, stated: (nil, nil))
        for place in first.acceleration.indices { judge.add(first.acceleration[place], first.rotation[place]) }
        #expect(judge.conclude().rotation == .certain(.degreesPerSecond))
        judge.interrupt()
        for _ in 0..<3 {
            for place in second.acceleration.indices { judge.add(second.acceleration[place], second.rotation[place]) }
        }
        #expect(judge.conclude().rotation == .none)
    }

    @Test("judges nothing that somebody said")
    func stated() {
        let numbers = Self.turned(50).raw(.g, .degreesPerSecond)
        var judge = UnitJudge(rate: 50, stated: (.metresPerSecondSquared, .radiansPerSecond))
        for place in numbers.acceleration.indices { judge.add(numbers.acceleration[place], numbers.rotation[place]) }
        let verdict = judge.conclude()
        #expect(verdict.acceleration == .certain(.metresPerSecondSquared) && verdict.rotation == .certain(.radiansPerSecond))
    }

    @Test(
        "reads units as people write them",
        arguments: [
            ("g", AccelerationUnit.g), ("mg", .milliG), ("m/s²", .metresPerSecondSquared), ("m/s^2", .metresPerSecondSquared),
            ("M/S2", .metresPerSecondSquared),
        ])
    func words(word: String, unit: AccelerationUnit) {
        #expect(UnitWord(word)?.acceleration == unit)
    }

    @Test(
        "reads units of rotations as people write them",
        arguments: [
            ("rad/s", RotationUnit.radiansPerSecond), ("°/s", .degreesPerSecond), ("dps", .degreesPerSecond),
            ("mdps", .millidegreesPerSecond), ("deg/s", .degreesPerSecond), ("mrad/s", .milliradiansPerSecond),
        ])
    func rotationWords(word: String, unit: RotationUnit) {
        #expect(UnitWord(word)?.rotation == unit)
    }
}
