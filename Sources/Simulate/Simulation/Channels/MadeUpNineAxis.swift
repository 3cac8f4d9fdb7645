import Foundation
public import MotionCore
import Randomness
public import Recordings

/// Made-up people who calibrate a device with nine axes, 50 Hz: they lay it on each of its sides, turn it in all directions, and
/// lay it down flat.
///
/// The Earth's field is 48 µT and dips by 65°. Iron about the magnetometer moves and bends it, otherwise in each device; the
/// accelerometer and the gyroscope have errors of a cheap part's.
public struct MadeUpNineAxis: Sendable {
    /// What is done.
    public static let labels = ["side", "turn", "flat"]
    public static let channels = NamedChannels(SixAxes.names + ["mx", "my", "mz"])
    /// Samples per second.
    public static let rate = 50.0
    /// Of the Earth's field, in µT.
    public static let strength = 48.0
    /// By which it points below the horizon, in degrees.
    public static let dip = 65.0

    private let seed: UInt64

    public init(seed: UInt64) { self.seed = seed }

    /// What iron does to the field in one person's device: reading = soft · field + hard, in µT.
    public struct Iron: Sendable, Equatable {
        /// Hard iron.
        public let hard: SIMD3<Double>
        /// Soft iron: rows of a symmetric matrix.
        public let soft: [SIMD3<Double>]

        init(using random: inout SeededGenerator) {
            func three(_ range: ClosedRange<Double>) -> SIMD3<Double> {
                SIMD3(random.uniform(range), random.uniform(range), random.uniform(range))
            }
            hard = three(-60...60)
            let (stretch, across) = (three(0.92...1.08), three(-0.06...0.06))
            soft = [
                SIMD3(stretch.x, across.x, across.y), SIMD3(across.x, stretch.y, across.z), SIMD3(across.y, across.z, stretch.z),
            ]
        }

        func reading(_ field: SIMD3<Double>, using random: inout SeededGenerator) -> [Float] {
            (0..<3).map { Float((soft[$0] * field).sum() + hard[$0] + 0.3 * random.normal()) }
        }
    }

    /// Of the device of a person.
    public func iron(person: Int) -> Iron {
        var random = SeededGenerator(seed: seed, stream: person, 6)
        return Iron(using: &random)
    }

    /// Where the x axis of a person's device points as it lies flat at the end, in degrees from magnetic north by way of east.
    public func heading(person: Int) -> Double {
        var random = SeededGenerator(seed: seed, stream: person, 7)
        return random.uniform(0...360).rounded()
    }

    /// A session of each of these people.
    ///
    /// - Parameters:
    ///   - people: their numbers; named `v0`, `v1` …
    ///   - gestures: how often each lays the device down flat at the end, for 4 s, a quarter turn to the right between two times.
    public func recording(people: Range<Int>, gestures: Int = 1) -> Recording {
        Recording(path: "synthetic", sessions: people.map { session(person: $0, gestures: gestures) })
    }

    private func session(person: Int, gestures: Int) -> RecordedSession {
        var random = SeededGenerator(seed: seed, stream: person, 8)
        var course = AttitudeCourse(rate: Self.rate)
        course.layOnSides()
        course.turnAbout(seconds: 30)
        for time in 0..<gestures { course.layFlat(heading: heading(person: person) + 90 * Double(time), seconds: 4) }
        let (sensor, iron) = (InertialSensor(using: &random), iron(person: person))
        let dip = Self.dip * .pi / 180
        let field = Self.strength * SIMD3(cos(dip), 0, -sin(dip))
        var session = RecordedSession(name: "v\(person)", subject: "v\(person)", channels: Self.channels)
        for (sample, moment) in course.moments.enumerated() {
            session.timestamps.append(Double(sample) * 1000 / Self.rate)
            session.labels.append(moment.label)
            let up = moment.attitude.seenInside([0, 0, 1])
            session.values += sensor.reading(force: up, rate: moment.rotation, using: &random)
            session.values += iron.reading(moment.attitude.seenInside(field), using: &random)
        }
        return session
    }
}
