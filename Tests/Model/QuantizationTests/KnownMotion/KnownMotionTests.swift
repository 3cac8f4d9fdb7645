import Foundation
import Models
import Quantization
import TestSupport
import Testing

@Suite("Motion that a model learned from")
struct KnownMotionTests {
    private static func known(people: Range<Int> = 0..<5) throws -> KnownMotion {
        try #require(
            KnownMotion(learning: people.map { TurningPeople.session($0, seconds: 60) }, rate: 50, inputs: Motion.inputs))
    }

    /// Of ten seconds of somebody who was not learned from.
    private static func stretch(_ samples: Int = 500) -> Motion { TurningPeople.session(7, seconds: 22).motion(0..<samples) }

    @Test("takes a stranger's for its own")
    func stranger() throws {
        let known = try Self.known()
        #expect(known.people == 5 && known.stretches > 50 && known.rate == 50)
        #expect(known.verdict(of: Self.stretch().sums(rate: 50)).misreading == .none)
    }

    @Test("names what is wrong with a stranger's", arguments: Damage.allCases)
    func damaged(_ damage: Damage) throws {
        let damaged = damage.applied(to: Self.stretch(500 * damage.share), rate: 50)
        let verdict = try Self.known().verdict(of: damaged.sums(rate: 50))
        #expect(damage.isNamed(by: verdict.misreading), "\(verdict)")
        #expect(verdict.reason != nil)
    }

    @Test("says which axis stands still, and which stays at its limit")
    func axes() throws {
        var motion = Self.stretch()
        motion.rotation = motion.rotation.map { [$0.x, 0, $0.z] }
        #expect(try Self.known().verdict(of: motion.sums(rate: 50)).misreading == .standing(axis: 4))
        motion = Self.stretch()
        motion.acceleration = motion.acceleration.map { [$0.x, min($0.y, 0.1), $0.z] }
        let verdict = try Self.known().verdict(of: motion.sums(rate: 50))
        #expect(verdict.misreading == .clipped(axis: 1) && verdict.share > 0.05)
    }

    @Test("names which of the model's axes each axis of the sensor is")
    func quarterTurn() throws {
        var motion = Self.stretch()
        // The sensor's x lies along the model's y, its y against the model's x.
        motion.acceleration = motion.acceleration.map { [$0.y, -$0.x, $0.z] }
        motion.rotation = motion.rotation.map { [$0.y, -$0.x, $0.z] }
        #expect(try Self.known().verdict(of: motion.sums(rate: 50)).misreading == .axes([2, -1, 3]))
    }

    @Test("says nothing of a gyroscope that is not there to a network that reads none of it")
    func accelerationAlone() throws {
        let sessions = (0..<5).map { TurningPeople.session($0, seconds: 60) }
        let known = try #require(
            KnownMotion(learning: sessions, rate: 50, inputs: Array(Motion.inputs.prefix(3))))
        for factor in [0.0, 57.3] {
            var watch = MotionWatch(known, rate: 50)
            var verdicts: [Misreading] = []
            for (a, w) in zip(Self.stretch().acceleration, Self.stretch().rotation) {
                if let verdict = watch.push(acceleration: a, rotation: w * factor) { verdicts.append(verdict.misreading) }
            }
            #expect(verdicts == [.none])
        }
    }

    @Test("says nothing of how the sensor sits to a network that does not care")
    func anyMounting() throws {
        let sessions = (0..<5).map { TurningPeople.session($0, seconds: 60) }
        let known = try #require(
            KnownMotion(
                learning: sessions, rate: 50, inputs: Motion.inputs.map { InputFeature(name: "level_\($0.name)") }))
        let turned = Damage.halfTurn.applied(to: Self.stretch(), rate: 50)
        #expect(known.verdict(of: turned.sums(rate: 50)).misreading.kind != .axes)
        let wrong = Damage.rotationTooLarge.applied(to: Self.stretch(), rate: 50)
        #expect(known.verdict(of: wrong.sums(rate: 50)).misreading == .rotation(.tooLarge))
    }

    @Test("is the same whenever the same is learned, and takes a minute")
    func same() throws {
        #expect(try Self.known() == Self.known())
        #expect(
            KnownMotion(
                learning: [TurningPeople.session(0, seconds: 40)], rate: 50, inputs: Motion.inputs) == nil)
    }

    @Test("is in the model's file as it was")
    func file() throws {
        var model = try Model(readingFileAt: Repository.demoModel)
        #expect(model.knownMotion == nil)
        model.knownMotion = try Self.known()
        try withTemporaryFolder { folder in
            let path = "\(folder)/model.safetensors"
            try model.write(toFileAt: path)
            #expect(try Model(readingFileAt: path) == model)
            #expect(try Model(readingQuantizedNetworkAt: path).knownMotion == model.knownMotion)
        }
    }

    @Test("is passed over where an earlier program kept it in other features")
    func former() throws {
        var model = try Model(readingFileAt: Repository.demoModel)
        model.knownMotion = try Self.known()
        try withTemporaryFolder { folder in
            let path = "\(folder)/model.safetensors"
            try model.write(toFileAt: path)
            var file = try SafetensorsFile(readingFileAt: path)
            let stored = try #require(file.metadata["motion"])
            file.metadata["motion"] = stored.replacing(/"features":\d+,?/, with: "")
            #expect(file.metadata["motion"] != stored)
            try file.write(toFileAt: path)
            model.knownMotion = nil
            #expect(try Model(readingFileAt: path) == model)
        }
    }

    @Test("is judged ten seconds at a time, of a faster sensor as of the model's own, across pauses")
    func watch() throws {
        var watch = MotionWatch(try Self.known(), rate: 100)
        let motion = TurningPeople.session(8, seconds: 25).motion(0..<1200)
        var verdicts = 0
        for (place, (a, w)) in zip(motion.acceleration, motion.rotation).enumerated() {
            if place == 300 { watch.interrupt() }
            for _ in 0..<2 {
                guard let verdict = watch.push(acceleration: a, rotation: w) else { continue }
                verdicts += 1
                #expect(verdict.misreading == .none)
            }
        }
        #expect(verdicts == 2 && watch.stretches == 2 && watch.summary == nil)
    }
}
