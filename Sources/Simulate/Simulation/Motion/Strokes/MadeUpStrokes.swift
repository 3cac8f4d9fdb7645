import MotionCore
import Randomness
public import Recordings

/// Makes up strokes: letters of no alphabet, written in the air by virtual people with a sensor in the hand.
///
/// A shape leads over a few corners near a plane; who writes it rounds them, dwells at them, is slow or quick, leans and has a
/// habit of their own, and the hand turns as an arm makes it turn. The sensor feels `Rᵀ(a − γ)` and the angular rate, by central
/// differences. There are as many shapes as one likes, so that what tells strokes apart can be learned before anybody has made one;
/// no claim about real ones can rest on it.
public struct MadeUpStrokes: Sendable {
    public let seed: UInt64
    /// Samples per second.
    public let rate: Double
    /// Accelerations with gravity, as sensors give them; without, as phones can compute it.
    public let hasGravity: Bool

    /// Steps of the course for a sample.
    private static let steps = 4
    /// Metres per second squared.
    private static let gravity = 9.80665

    /// - Parameter rate: samples per second, 10 or more.
    public init(seed: UInt64, rate: Double = 50, hasGravity: Bool = true) {
        precondition(rate >= 10 && rate.isFinite, "a rate is 10 samples per second or more")
        self.seed = seed
        self.rate = rate
        self.hasGravity = hasGravity
    }

    /// One stroke, labelled `k` and the shape's number, by the person `v` and the writer's.
    ///
    /// A seed and numbers give the same stroke each time, whichever others are made.
    ///
    /// - Parameters:
    ///   - shape: number of the shape, 0 or greater; so are the others.
    ///   - repetition: how often this writer has written it before.
    /// - Returns: half a second to four seconds, time stamps evenly spaced from 0.
    public func session(shape: Int, writer: Int, repetition: Int = 0) -> RecordedSession {
        precondition(shape >= 0 && writer >= 0 && repetition >= 0, "shapes, writers and repetitions are counted from 0")
        var drawn = SeededGenerator(seed: seed, stream: 0, shape)
        var person = SeededGenerator(seed: seed, stream: 1, writer)
        var habit = SeededGenerator(seed: seed, stream: 2, shape, writer)
        var random = SeededGenerator(seed: seed, stream: 3, shape, writer, repetition)
        let template = StrokeShape(using: &drawn)
        let hand = StrokeHand(person: &person, shape: &habit)
        let sensor = InertialSensor(isCalibrated: !hasGravity, using: &person)
        let seconds = max(0.5, min(4, hand.duration(using: &random)))
        let count = Int(saturating: seconds * rate)
        let course = StrokeCourse(template, by: hand, steps: Self.steps * (count + 1), using: &random)
        let size = hand.size(lasting: seconds, using: &random)
        let hold = hand.hold(of: template, using: &random)
        var session = RecordedSession(name: "v\(writer) k\(shape) \(repetition)", subject: "v\(writer)")
        for index in 0..<count {
            let (force, turning) = truth(course, size: size, at: Self.steps * (index + 1) - 1)
            session.timestamps.append(Double(index) * 1000 / rate)
            session.labels.append("k\(shape)")
            session.values += sensor.reading(force: hold.seenInside(force), rate: hold.seenInside(turning), using: &random)
        }
        return session
    }

    /// So many shapes, each written by each of these people so many times.
    public func recording(shapes: Int, writers: Range<Int>, repetitions: Int = 1) -> Recording {
        var recording = Recording(path: "made-up strokes", sessions: [])
        for writer in writers {
            for shape in 0..<shapes {
                recording.sessions += (0..<repetitions).map { session(shape: shape, writer: writer, repetition: $0) }
            }
        }
        return recording
    }

    /// Specific force in g and angular rate in rad/s, in the axes of the hand.
    private func truth(
        _ course: StrokeCourse, size: Double, at step: Int
    ) -> (force: SIMD3<Double>, rate: SIMD3<Double>) {
        let interval = 1 / (rate * Double(Self.steps))
        let (places, pose) = (course.places, course.poses[step])
        let bend = places[step + 1] - 2 * places[step] + places[step - 1]
        var acceleration = size / (Self.gravity * interval * interval) * bend
        // Writing is upright: y points up.
        if hasGravity { acceleration.y += 1 }
        let turn = course.poses[step - 1].turn(to: course.poses[step + 1])
        return (pose.seenInside(acceleration), turn / (2 * interval))
    }
}
