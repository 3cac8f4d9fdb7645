import Foundation
import Recordings
import Simulation
import Testing

@Suite("Made-up motion is physical")
struct MotionPhysicsTests {
    private static let sessions = MotionGenerator(seed: 21).recording(subjects: 0..<24).sessions

    private static let idealSessions: [RecordedSession] = {
        var generator = MotionGenerator(seed: 21)
        generator.hasSensorErrors = false
        return generator.recording(subjects: 0..<24).sessions
    }()

    private func force(_ session: RecordedSession, _ index: Int) -> SIMD3<Double> {
        let sample = session.sample(index)
        return SIMD3(sample.prefix(3).map(Double.init))
    }

    private func turning(_ session: RecordedSession, _ index: Int) -> SIMD3<Double> {
        SIMD3(session.sample(index).suffix(3).map(Double.init))
    }

    private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// The lengths of a session's vectors under one label, sorted.
    private func lengths(
        _ session: RecordedSession, _ label: String, _ vector: (RecordedSession, Int) -> SIMD3<Double>
    ) -> [Double] {
        (0..<session.count).filter { session.labels[$0] == label }.map { length(vector(session, $0)) }.sorted()
    }

    @Test("an arm at rest feels 1 g")
    func gravity() {
        for session in Self.idealSessions {
            let felt = lengths(session, "rest", force)
            #expect(abs(felt[felt.count / 2] - 1) < 0.02)
        }
    }

    @Test("an arm at rest feels 1 g with a real sensor, but for its offsets")
    func gravityWithErrors() {
        for session in Self.sessions {
            let felt = lengths(session, "rest", force)
            #expect(abs(felt[felt.count / 2] - 1) < 0.1)
        }
    }

    @Test("face up is +1 g on z")
    func faceUp() {
        // Most people hold the board about level.
        let vertical = Self.idealSessions.map { session in
            let rest = (0..<session.count).filter { session.labels[$0] == "rest" }
            return rest.reduce(0) { $0 + force(session, $1).z } / Double(rest.count)
        }.sorted()
        #expect(vertical[12] > 0.8 && vertical[23] < 1.05)
    }

    @Test("the angular rate leads from the orientation at the first rest to that at the last", arguments: 0..<6)
    func orientation(subject: Int) {
        var generator = MotionGenerator(seed: 8, rate: 1000)
        generator.hasSensorErrors = false
        let session = generator.session(subject: subject, gestures: 6)
        // Seen in the first sample's axes, a force that is gravity alone on average stays where it is.
        var axes: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        var first = SIMD3<Double>.zero
        var last = SIMD3<Double>.zero
        for index in 0..<session.count {
            let felt = force(session, index)
            let seen = axes[0] * felt.x + axes[1] * felt.y + axes[2] * felt.z
            if index < 1_500 { first += seen / 1_500 }
            if index >= session.count - 1_500 { last += seen / 1_500 }
            guard index + 1 < session.count else { break }
            axes = turned(axes, by: (turning(session, index) + turning(session, index + 1)) / 2000)
        }
        #expect(abs(length(first) - 1) < 0.02 && abs(length(last) - 1) < 0.02)
        #expect(length(first - last) < 0.03)
    }

    /// Three axes turned by a rotation vector that they see themselves (Rodrigues' formula).
    private func turned(_ axes: [SIMD3<Double>], by vector: SIMD3<Double>) -> [SIMD3<Double>] {
        let angle = length(vector)
        guard angle > 0 else { return axes }
        let axis = vector / angle
        let units: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        let columns = units.map { unit in
            let cross = SIMD3(
                axis.y * unit.z - axis.z * unit.y, axis.z * unit.x - axis.x * unit.z, axis.x * unit.y - axis.y * unit.x)
            return unit * cos(angle) + cross * sin(angle) + axis * ((axis * unit).sum() * (1 - cos(angle)))
        }
        return columns.map { axes[0] * $0.x + axes[1] * $0.y + axes[2] * $0.z }
    }

    @Test("a resting arm hardly turns, most of the time")
    func restIsQuiet() {
        for session in Self.sessions {
            let rates = lengths(session, "rest", turning)
            #expect(rates[rates.count / 2] < 0.6)
        }
    }

    @Test("a shake goes to and fro 3 to 6 times a second")
    func shakeFrequency() {
        for session in Self.idealSessions {
            for run in runs(of: session) where session.labels[run.lowerBound] == "shake" {
                #expect((2.7...6.2).contains(strongestFrequency(session, run)))
            }
        }
    }

    @Test("a drive turns to and fro 0.3 to 1.2 times a second")
    func driveFrequency() {
        for session in Self.idealSessions {
            for run in runs(of: session) where session.labels[run.lowerBound] == "drive" {
                #expect((0.2...1.5).contains(strongestFrequency(session, run)))
            }
        }
    }

    /// Hz, of the axis that turns most, among multiples of 0.1.
    private func strongestFrequency(_ session: RecordedSession, _ run: Range<Int>) -> Double {
        let vectors = run.map { turning(session, $0) }
        let energy = vectors.reduce(SIMD3<Double>.zero) { $0 + $1 * $1 }
        let axis = (0..<3).max { energy[$0] < energy[$1] } ?? 0
        func power(_ frequency: Double) -> Double {
            var (real, imaginary) = (0.0, 0.0)
            for (index, vector) in vectors.enumerated() {
                // A Hann window: the run holds no whole number of periods.
                let weight = 1 - cos(2 * .pi * (Double(index) + 0.5) / Double(vectors.count))
                let phase = 2 * .pi * frequency * Double(index) / 50
                real += weight * vector[axis] * cos(phase)
                imaginary += weight * vector[axis] * sin(phase)
            }
            return real * real + imaginary * imaginary
        }
        return stride(from: 0.1, through: 15, by: 0.1).max { power($0) < power($1) } ?? 0
    }

    @Test("a chop stops hard, at 2 g and more")
    func chopStops() {
        for session in Self.sessions { #expect((lengths(session, "chop", force).last ?? 0) > 2) }
    }

    @Test("a drive turns far faster than rest, yet hardly accelerates")
    func drive() {
        for session in Self.sessions {
            let forces = lengths(session, "drive", force)
            let rates = lengths(session, "drive", turning)
            #expect(abs(forces[forces.count / 2] - 1) < 0.25)
            #expect((1...20).contains(rates[rates.count * 9 / 10]))
        }
    }

    @Test("nothing leaves the sensor's ranges, ±8 g and ±2000 °/s")
    func ranges() {
        for session in Self.sessions + Self.idealSessions {
            for index in 0..<session.count {
                #expect(force(session, index).max() <= 8 && force(session, index).min() >= -8)
                #expect(turning(session, index).max() <= 34.9067 && turning(session, index).min() >= -34.9067)
            }
        }
    }
}
