import ArgumentParser
import MotionCore
import Recordings
public import Simulation

/// Which made-up motion: of whom, how much, and drawn how.
struct SyntheticOptions: ParsableArguments {
    /// Samples per second, where no model wants another rate.
    static let rate = 50.0
    /// What a device that sends it calls itself.
    static let deviceName = "simulator · synthetic motion"

    /// The model of the demo has learned from the people below 1000; it is shown some of the others.
    @Option(help: "Numbers of the made-up people: one, or first-last.") var subjects = Subjects(numbers: 1000..<1003)
    @Option(help: "Gestures of each of them, about 6 s each.") var gestures = 3
    @Option(help: .rare("The one gesture that they make: shake, chop or drive. Default: all of them in turn.")) var only: String?
    @Flag(help: .rare("Daily life in place of gestures: half a minute of each thing in which nothing is meant.")) var dailyLife =
        false
    @Option(
        help: .rare(
            """
            So many letters of no alphabet in place of gestures, each written --gestures times by everybody.
            """))
    var strokes: Int?
    @Flag(help: .rare("With --strokes: all of a person in one stretch, the hand still between two or on its way back."))
    var inARow = false
    @Option(help: "What they wear, as docs/CHANNELS.md has it.") var signal = Signal.motion
    @Option(help: "Seed of the people, and of jitter and faults.") var seed: UInt64 = 1

    enum Signal: String, ExpressibleByArgument, CaseIterable {
        case motion, glove, face, words
        case nineAxis = "nine-axis"
    }

    /// “7”, or “0-39”: all from 0 to 39.
    struct Subjects: ExpressibleByArgument {
        let numbers: Range<Int>

        init(numbers: Range<Int>) { self.numbers = numbers }

        init?(argument: String) {
            let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, (0...last).contains(first),
                last < 1_000_000, last - first < 1000
            else { return nil }
            numbers = first..<last + 1
        }

        var defaultValueDescription: String { "\(numbers.lowerBound)-\(numbers.upperBound - 1)" }
    }

    func check() throws {
        guard only.map(MotionGenerator.labels.dropFirst().contains) ?? true else {
            throw ValidationError("--only is \(MotionGenerator.labels.dropFirst().joined(separator: ", "))")
        }
        guard signal == .motion || (only == nil && !dailyLife && strokes == nil) else {
            throw ValidationError(
                "--signal \(signal.rawValue) has gestures of its own: leave --only, --daily-life and --strokes out")
        }
        guard !dailyLife || only == nil else { throw ValidationError("--only names a gesture; --daily-life has none") }
        guard strokes == nil || !(dailyLife || only != nil) else {
            throw ValidationError("--strokes, --daily-life and --only are three things; give one")
        }
        guard !inARow || strokes != nil else { throw ValidationError("--in-a-row is for --strokes") }
        guard (1...10_000).contains(strokes ?? 1) else { throw ValidationError("--strokes lies between 1 and 10000") }
        guard (1...1000).contains(gestures) else { throw ValidationError("--gestures lies between 1 and 1000") }
        guard subjects.numbers.count * gestures * (strokes ?? 1) <= 20_000 else {
            throw ValidationError("--subjects times --gestures\(strokes == nil ? "" : " times --strokes") is 20000 at most")
        }
    }

    /// The refusal of `--user-acceleration` where it cannot be made.
    static var gesturesHaveGravity: ValidationError {
        ValidationError("--user-acceleration is for recordings, --daily-life and --strokes; made-up gestures have gravity")
    }

    /// Whether its accelerations can be made without gravity.
    var canBeWithoutGravity: Bool { dailyLife || strokes != nil }

    /// The first of the people, who watches a device's lights.
    func obedient(_ obedience: Double, hasGravity: Bool) -> any LightWatcher {
        let person = subjects.numbers.lowerBound
        if let strokes {
            return ObedientWriter(
                MadeUpStrokes(seed: seed, rate: Self.rate, hasGravity: hasGravity), writer: person, shapes: strokes,
                obedience: obedience)
        }
        return ObedientPerson(
            seed: seed, subject: person, gestures: Array(MotionGenerator.labels.dropFirst()), obedience: obedience)
    }

    /// The clock of that person's motion.
    func stillness() -> Recording { .stillness(of: "v\(subjects.numbers.lowerBound)", rate: Self.rate) }

    /// - Parameters:
    ///   - rate: samples per second.
    ///   - hasGravity: whether accelerations have gravity; gestures always do.
    func recording(rate: Double = Self.rate, hasGravity: Bool = true) -> Recording {
        switch signal {
        case .motion: break
        case .glove: return MadeUpGlove(seed: seed).recording(people: subjects.numbers, gestures: gestures)
        case .face: return MadeUpFace(seed: seed).statesHeld(people: subjects.numbers, repetitions: gestures)
        case .words: return MadeUpFace(seed: seed).wordsSpoken(people: subjects.numbers, repetitions: gestures)
        case .nineAxis: return MadeUpNineAxis(seed: seed).recording(people: subjects.numbers, gestures: gestures)
        }
        if dailyLife { return DailyLife(seed: seed, rate: rate, hasGravity: hasGravity).recording(subjects: subjects.numbers) }
        if let strokes {
            let made = MadeUpStrokes(seed: seed, rate: rate, hasGravity: hasGravity)
            return inARow
                ? made.inARow(shapes: strokes, writers: subjects.numbers, repetitions: gestures)
                : made.recording(shapes: strokes, writers: subjects.numbers, repetitions: gestures)
        }
        var generator = MotionGenerator(seed: seed, rate: rate)
        generator.only = only
        return generator.recording(subjects: subjects.numbers, gesturesPerSubject: gestures)
    }
}

/// Made-up people know nothing of devices.
extension ObedientPerson: LightWatcher {}
extension ObedientWriter: LightWatcher {}
