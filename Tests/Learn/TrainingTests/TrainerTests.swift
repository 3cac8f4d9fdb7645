import Foundation
import Models
import Recordings
import Testing
import Training

@Suite("A trainer")
struct TrainerTests {
    private static let inputs = ["ax", "ay", "az", "gx", "gy", "gz"]

    private static var small: TrainingOptions {
        var options = TrainingOptions.singleWindows
        options.lstmUnits = [12]
        options.length = .passes(40)
        options.batch = 40
        options.optimiser.learningRate = 0.02
        options.optimiser.averaging = 0.9
        return options
    }

    /// With a convolution in place of the LSTM.
    private static func small(_ convolutionUnits: Int?) -> TrainingOptions {
        guard let convolutionUnits else { return small }
        var options = small
        options.lstmUnits = []
        options.convolutionUnits = convolutionUnits
        return options
    }

    private static func trainer(_ options: TrainingOptions, validated: Bool = true) throws -> Trainer {
        let classes = ["slow", "fast"]
        return try Trainer(
            training: dataSet(waves(people: 0..<6), kept: classes),
            validation: validated ? dataSet(waves(people: 6..<10), kept: classes) : nil, features: inputs, options: options)
    }

    @Test("tells slow from fast with people it has not seen")
    func separable() throws {
        let trainer = try Self.trainer(Self.small, validated: false)
        _ = try trainer.run()
        #expect(trainer.score(try dataSet(waves(people: 6..<10), kept: ["slow", "fast"])).accuracy > 0.95)
    }

    @Test(
        "gives a network that scores as the trainer says, in the readable arithmetic, with an LSTM and without",
        arguments: [nil, 12])
    func sameAsReference(_ convolutionUnits: Int?) throws {
        let trainer = try Self.trainer(Self.small(convolutionUnits))
        _ = try trainer.run()
        let other = try dataSet(waves(people: 6..<10), kept: ["slow", "fast"])
        let model = trainer.trainedModel(restLabel: nil, rate: 25)
        var loss = 0.0
        for window in other.windows {
            var state = FloatState(zeroFor: model.network)
            let session = other.sessions[window.session]
            let input = (window.start..<window.start + 16).flatMap {
                model.description.inputs.normalised(session.sample($0).map(Double.init))
            }
            loss -= log(model.network.predict(window: input, state: &state)[window.label])
        }
        #expect(abs(loss / Double(other.windows.count) - trainer.score(other).loss) < 1e-4)
    }

    @Test("without an LSTM tells slow from fast by whole windows with people it has not seen")
    func perceptron() throws {
        let trainer = try Self.trainer(Self.small(24), validated: false)
        _ = try trainer.run()
        #expect(trainer.score(try dataSet(waves(people: 6..<10), kept: ["slow", "fast"])).accuracy > 0.95)
        let network = trainer.trainedModel(restLabel: nil, rate: 25).network
        #expect(network.lstm.isEmpty && network.convolution?.window == 16)
        #expect(trainer.parameterCount == 24 * (16 * 6 + 1) + 2 * 25)
    }

    @Test("that carries the state learns what happened several windows ago; one that does not cannot")
    func carrying() throws {
        func accuracy(_ plan: SequencePlan) throws -> Double {
            let classes = ["left", "right"]
            var options = Self.small
            options.sequence = plan
            options.augmentation = .none
            options.dropout = 0
            options.batch = 16
            options.length = .passes(plan.windows > 1 ? 60 : 20)
            let trainer = try Trainer(
                training: dataSet(pushes(people: 0..<6), window: 8, hop: 8, kept: classes), validation: nil,
                features: ["ax"], options: options)
            _ = try trainer.run()
            return trainer.score(try dataSet(pushes(people: 6..<10), window: 8, hop: 8, kept: classes)).accuracy
        }
        #expect(try accuracy(.singleWindow) < 0.75)
        #expect(try accuracy(SequencePlan(windows: 8)) > 0.95)
    }

    @Test("that carries the state validates on every window of the schedule", arguments: [5, 6, 25])
    func everyWindow(_ hop: Int) throws {
        let data = try dataSet([countingSession(count: 40 * hop + 3)], window: 4 * hop, hop: hop)
        var options = TrainingOptions.carrying(windows: 3)
        options.lstmUnits = [2]
        let trainer = try Trainer(training: data, validation: nil, features: ["ax"], options: options)
        #expect(trainer.score(data).windows == data.windows.count)
    }

    @Test("learns windows of one sample")
    func oneSample() throws {
        let data = try dataSet(
            [session("u", count: 200, label: { $0 % 2 == 0 ? "a" : "b" }) { [$0 % 2 == 0 ? 1 : -1, 0, 0, 0, 0, 0] }], window: 1,
            hop: 1)
        var options = Self.small
        options.augmentation = .none
        let trainer = try Trainer(training: data, validation: nil, features: ["ax"], options: options)
        _ = try trainer.run()
        #expect(trainer.score(data).accuracy > 0.99)
    }

    @Test("validates also where only one class occurs")
    func oneClassInValidation() throws {
        let classes = ["slow", "fast"]
        let slow = waves(people: 6..<8).filter { $0.labels[0] == "slow" }
        let trainer = try Trainer(
            training: dataSet(waves(people: 0..<6), kept: classes), validation: dataSet(slow, kept: classes), features: Self.inputs,
            options: Self.small)
        #expect(try trainer.run().history.last?.validation?.accuracy ?? 0 > 0.9)
    }

    @Test("makes rare classes count as much as frequent ones if asked to")
    func balanced() throws {
        // Nothing tells the classes apart: the loss of knowing their frequencies is 0.5 nats, that of equal weights 0.69.
        func loss(_ balances: Bool) throws -> Double {
            let still = session("u", count: 1600, label: { $0 / 160 < 2 ? "rare" : "usual" }) { _ in [0, 0, 1, 0, 0, 0] }
            var options = Self.small
            options.balancesClasses = balances
            options.labelSmoothing = 0
            options.length = .passes(30)
            let data = try dataSet([still], hop: 16)
            let trainer = try Trainer(training: data, validation: nil, features: ["ax"], options: options)
            _ = try trainer.run()
            return trainer.score(data).loss
        }
        #expect(abs(try loss(false) - 0.5) < 0.02)
        #expect(abs(try loss(true) - 0.693) < 0.02)
    }
}
