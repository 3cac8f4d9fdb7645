import MotionCore
import Randomness
public import Recordings

/// A made-up person who watches the lights of a device and writes what they say: while the n-th is lit, the n-th shape of
/// `MadeUpStrokes`. For trying out what is taught by people, without people.
///
/// Who sees a light go on begins 0.15 to 0.35 s later, writes, and holds still; when it goes off, the hand goes back to where it
/// began, unhurried. Nobody who listened? Then, the light still on, they write it again. All shapes are begun with the hand turned
/// one way, as whoever keeps a device in the hand does.
public struct ObedientWriter: Sendable {
    /// Whose hand it is.
    public let name: String
    /// What may be written, in the order of the lights.
    public let labels: [String]
    private let strokes: MadeUpStrokes
    private let writer: Int
    /// In how many of all cases they do what a light says, and what draws those, apart from all else.
    private let obedience: Double
    private var whims: SeededGenerator
    private var random: SeededGenerator
    private var stillness: HandStillness
    /// How often each shape was written.
    private var written: [Int]
    private var lit: Int?
    /// Which force the hand feels where it begins, in g.
    private let home: SIMD3<Double>
    private var doing: Doing
    /// Samples that were taken.
    private var taken = 0

    private enum Doing: Sendable {
        /// Nothing, since a sample.
        case waiting(since: Int)
        /// From a sample on.
        case beginning(shape: Int, at: Int)
        case writing(shape: Int, RecordedSession, from: Int)
        /// The way back, by a turn of the hand.
        case returning(from: SIMD3<Double>, turn: SIMD3<Double>, at: Int, samples: Int)
    }

    /// Seconds after which it is written again while its light is on.
    private static let patience = 2.5
    /// Seconds for which the hand is still before it goes back.
    private static let stillness = 0.2
    private static let reaction = 0.15...0.35
    private static let wayBack = 0.5...0.8

    /// - Parameters:
    ///   - strokes: shapes, people and the rate of the samples.
    ///   - writer: number of the person, 0 or greater.
    ///   - shapes: how many there are, 1 or more.
    ///   - obedience: in how many of all cases they do what a light says, 0 … 1; in the others another of the shapes.
    public init(_ strokes: MadeUpStrokes, writer: Int, shapes: Int, obedience: Double = 1) {
        precondition(shapes > 0, "there is something to write")
        self.strokes = strokes
        self.writer = writer
        self.obedience = obedience
        name = "v\(writer)"
        labels = (0..<shapes).map { "k\($0)" }
        written = [Int](repeating: 0, count: shapes)
        random = SeededGenerator(seed: strokes.seed, stream: 4, writer)
        whims = SeededGenerator(seed: strokes.seed, stream: 5, writer)
        stillness = HandStillness(strokes, writer: writer)
        home = strokes.hasGravity ? strokes.session(shape: 0, writer: writer).firstForce.direction : .zero
        doing = .waiting(since: 0)
    }

    /// What is written now; nil while nothing is.
    public var label: String? { if case .writing(let shape, _, _) = doing { labels[shape] } else { nil } }

    /// Whether a stroke goes on, or the hand is not back yet.
    package var isBusy: Bool { if case .waiting = doing { false } else { true } }

    /// Sees a light go on or off.
    ///
    /// - Parameters:
    ///   - light: from 0; one beyond the shapes means nothing.
    ///   - time: in seconds; the samples' own clock tells it as well.
    public mutating func see(light: Int, isOn: Bool, at time: Double) {
        guard labels.indices.contains(light) else { return }
        if isOn {
            lit = light
            if case .waiting = doing { doing = .beginning(shape: whim(light), at: taken + samples(random.uniform(Self.reaction))) }
        } else if lit == light {
            lit = nil
            if case .beginning = doing { doing = .waiting(since: taken) }
        }
    }

    /// What the sensor in this person's hand shows: ax, ay, az in g, gx, gy, gz in rad/s.
    ///
    /// - Parameter time: in seconds; samples are taken one after the other, at the strokes' rate.
    public mutating func sample(at time: Double) -> [Float] {
        defer { taken += 1 }
        moveOn()
        switch doing {
        case .writing(_, let session, let start): return Array(session.sample(taken - start))
        case .returning(let force, let turn, let start, let samples):
            let (part, before) = (minimumJerk(Double(taken - start) / Double(samples)), Double(taken - start - 1))
            let speed = (part - minimumJerk(before / Double(samples))) * strokes.rate
            return stillness.reading(force: Rotation(by: part * turn).seenInside(force), rate: speed * turn)
        case .waiting, .beginning: return stillness.reading()
        }
    }

    /// What follows from the time that has passed.
    private mutating func moveOn() {
        switch doing {
        case .beginning(let shape, let start) where taken >= start:
            let session = strokes.session(shape: shape, writer: writer, repetition: written[shape]).turned(so: home)
            written[shape] += 1
            doing = .writing(shape: shape, session, from: taken)
        case .writing(_, let session, let start) where taken - start >= session.count:
            stillness.hold(strokes.hasGravity ? session.lastForce.direction : .zero)
            doing = .waiting(since: taken)
        case .returning(_, _, let start, let samples) where taken - start >= samples:
            stillness.hold(home)
            doing = .waiting(since: taken)
            if let lit { see(light: lit, isOn: true, at: 0) }
        case .waiting(let since):
            guard taken - since >= samples(lit == nil ? Self.stillness : Self.patience) else { return }
            if stillness.force != home {
                doing = .returning(
                    from: stillness.force, turn: stillness.force.turn(to: home), at: taken,
                    samples: samples(random.uniform(Self.wayBack)))
            } else if let lit {
                see(light: lit, isOn: true, at: 0)
            }
        default: break
        }
    }

    /// What they do when a light is lit.
    private mutating func whim(_ light: Int) -> Int {
        guard labels.count > 1, whims.happens(1 - obedience) else { return light }
        return (light + Int.random(in: 1..<labels.count, using: &whims)) % labels.count
    }

    private func samples(_ seconds: Double) -> Int { Int(saturating: (seconds * strokes.rate).rounded()) }
}

extension MadeUpStrokes {
    /// So many shapes, each written so many times by each of these people, all of a person in one stretch: between two strokes the
    /// hand is still, or on its way back, and the label is rest.
    public func inARow(shapes: Int, writers: Range<Int>, repetitions: Int) -> Recording {
        var recording = Recording(path: "made-up strokes", sessions: [])
        for writer in writers {
            var person = ObedientWriter(self, writer: writer, shapes: shapes)
            var session = RecordedSession(name: person.name, subject: person.name)
            func take(while isGoingOn: (ObedientWriter) -> Bool, atLeast seconds: Double) {
                var count = 0
                while isGoingOn(person) || Double(count) < seconds * rate {
                    let values = person.sample(at: 0)
                    session.timestamps.append(Double(session.count) * 1000 / rate)
                    session.labels.append(person.label ?? "rest")
                    session.values += values
                    count += 1
                }
            }
            for _ in 0..<repetitions {
                for shape in 0..<shapes {
                    take(while: { _ in false }, atLeast: 1)
                    person.see(light: shape, isOn: true, at: 0)
                    take(while: { $0.isBusy }, atLeast: 1)
                    // Held still until somebody could have seen that it is over.
                    take(while: { _ in false }, atLeast: 0.8)
                    person.see(light: shape, isOn: false, at: 0)
                    take(while: { _ in false }, atLeast: 1)
                }
            }
            recording.sessions.append(session)
        }
        return recording
    }
}
