import Recordings
import Simulation
import Testing

@Suite("Made-up strokes")
struct MadeUpStrokesTests {
    private func acceleration(_ session: RecordedSession, _ index: Int) -> SIMD3<Double> {
        let sample = session.sample(index).map(Double.init)
        return SIMD3(sample[0], sample[1], sample[2])
    }

    private func rotation(_ session: RecordedSession, _ index: Int) -> SIMD3<Double> {
        let sample = session.sample(index).map(Double.init)
        return SIMD3(sample[3], sample[4], sample[5])
    }

    private func size(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    @Test("are the same for the same seed and numbers, whichever others are made")
    func reproducible() {
        let strokes = MadeUpStrokes(seed: 5)
        let recording = strokes.recording(shapes: 3, writers: 4..<6, repetitions: 2)
        #expect(recording.sessions.count == 12)
        #expect(recording.sessions.last == strokes.session(shape: 2, writer: 5, repetition: 1))
        #expect(strokes.session(shape: 2, writer: 5) != MadeUpStrokes(seed: 6).session(shape: 2, writer: 5))
    }

    @Test("are named after shape and writer, and last half a second to four")
    func named() {
        let recording = MadeUpStrokes(seed: 1, rate: 40).recording(shapes: 9, writers: 0..<9)
        for (number, session) in recording.sessions.enumerated() {
            #expect(session.subject == "v\(number / 9)" && Set(session.labels) == ["k\(number % 9)"])
            #expect((20...160).contains(session.count) && session.values.count == 6 * session.count)
            let isFinite = session.values.allSatisfy(\.isFinite)
            #expect(isFinite)
        }
    }

    /// What gravity adds is the same stroke's difference with and without it, but for the offsets of the sensor.
    @Test("feel gravity turn as the angular rate says", arguments: 0..<6)
    func physics(_ shape: Int) {
        let rate = 200.0
        let heavy = MadeUpStrokes(seed: 7, rate: rate).session(shape: shape, writer: 3)
        let light = MadeUpStrokes(seed: 7, rate: rate, hasGravity: false).session(shape: shape, writer: 3)
        func gravity(_ index: Int) -> SIMD3<Double> { acceleration(heavy, index) - acceleration(light, index) }
        var (error, whole) = (0.0, 0.0)
        for index in 1..<heavy.count - 1 {
            let up = gravity(index)
            #expect((0.85...1.15).contains(size(up)))
            let change = (gravity(index + 1) - gravity(index - 1)) * rate / 2
            error += size(change + cross(rotation(light, index), up))
            whole += size(change)
        }
        // Some hundredths of a g that the accelerometer is off seem not to turn, and there is noise; a wrong sign would double it.
        #expect(error < 0.1 * whole, "\(error) of \(whole)")
    }

    /// Twelve means along a stroke, each kind of channel by its own size.
    private func course(_ session: RecordedSession) -> [Double] {
        var course: [Double] = []
        for part in 0..<12 {
            for channel in 0..<6 {
                let range = part * session.count / 12..<(part + 1) * session.count / 12
                course.append(range.reduce(0) { $0 + Double(session.values[$1 * 6 + channel]) } / Double(range.count))
            }
        }
        for kind in [0..<3, 3..<6] {
            let places = course.indices.filter { kind.contains($0 % 6) }
            let size = places.reduce(0) { $0 + course[$1] * course[$1] }.squareRoot()
            for place in places { course[place] /= size }
        }
        return course
    }

    @Test("of a shape are more like each other than like those of other shapes, whoever writes them")
    func shapes() {
        let strokes = MadeUpStrokes(seed: 2, hasGravity: false)
        let shapes = 20
        let courses = (0..<8).map { writer in (0..<shapes).map { course(strokes.session(shape: $0, writer: writer)) } }
        var right = 0
        for shape in 0..<shapes {
            let distances = (0..<shapes).map { other in
                // To the mean of seven writers.
                courses[0][shape].indices.reduce(0.0) { sum, place in
                    let mean = (1..<8).reduce(0) { $0 + courses[$1][other][place] } / 7
                    return sum + (courses[0][shape][place] - mean) * (courses[0][shape][place] - mean)
                }
            }
            if distances.min() == distances[shape] { right += 1 }
        }
        #expect(right >= shapes * 3 / 4, "\(right) of \(shapes)")
    }

    @Test("take each writer another time, and are never twice the same")
    func varied() {
        let strokes = MadeUpStrokes(seed: 3)
        #expect(strokes.session(shape: 0, writer: 0) != strokes.session(shape: 0, writer: 0, repetition: 1))
        let lengths = Set((0..<10).map { strokes.session(shape: 0, writer: $0).count })
        #expect(lengths.count > 3)
    }
}
