import Foundation
import Models
import Recordings
import Testing
import Training

/// Of six people who learn and four others.
@Suite("The temperature of a network")
struct TemperatureTests {
    private static let classes = ["slow", "fast"]

    private static func trained() throws -> Trainer {
        var options = TrainingOptions.singleWindows
        options.lstmUnits = [12]
        options.length = .passes(40)
        options.batch = 40
        options.optimiser.learningRate = 0.02
        let trainer = try Trainer(
            training: dataSet(waves(people: 0..<6), kept: classes), validation: nil,
            features: ["ax", "ay", "az", "gx", "gy", "gz"],
            options: options)
        _ = try trainer.run()
        return trainer
    }

    /// Mean cross-entropy and the classes found, in the readable arithmetic.
    private static func answers(_ model: FloatModel, _ data: DataSet) -> (loss: Double, classes: [Int]) {
        var loss = 0.0
        var classes: [Int] = []
        for window in data.windows {
            var state = FloatState(zeroFor: model.network)
            let session = data.sessions[window.session]
            let input = (window.start..<window.start + 16).flatMap {
                model.description.inputs.normalised(session.sample($0).map(Double.init))
            }
            let probabilities = model.network.predict(window: input, state: &state)
            loss -= log(max(probabilities[window.label], 1e-300))
            classes.append(probabilities[0] >= probabilities[1] ? 0 : 1)
        }
        return (loss / Double(data.windows.count), classes)
    }

    @Test("is half way, in octaves, to that of the least cross-entropy on four others, and changes none of the answers")
    func least() throws {
        let trainer = try Self.trained()
        // One session in eight is not what it is called, so that to be surer is not always better.
        var sessions = waves(people: 6..<10)
        sessions[0].labels = sessions[0].labels.map { _ in "fast" }
        let others = try dataSet(sessions, kept: Self.classes)
        let temperature = trainer.temperature(on: others)
        func answers(_ temperature: Double) -> (loss: Double, classes: [Int]) {
            Self.answers(trainer.trainedModel(restLabel: nil, rate: 25, temperature: temperature), others)
        }
        let least = temperature * temperature
        let (best, plain) = (answers(least), answers(1))
        #expect((0.2...5).contains(least))
        #expect(best.loss <= answers(least * 1.2).loss && best.loss <= answers(least / 1.2).loss)
        #expect(answers(temperature).loss <= plain.loss && best.classes == plain.classes)
    }

    @Test("divides the logits: weights and biases of the last layer, nothing else")
    func folded() throws {
        let trainer = try Self.trained()
        let plain = trainer.trainedModel(restLabel: nil, rate: 25)
        let cooled = trainer.trainedModel(restLabel: nil, rate: 25, temperature: 0.5)
        let (before, after) = (try #require(plain.network.dense.last), try #require(cooled.network.dense.last))
        #expect(zip(before.weights.values, after.weights.values).allSatisfy { abs(2 * $0 - $1) < 1e-5 })
        #expect(zip(before.bias, after.bias).allSatisfy { abs(2 * $0 - $1) < 1e-5 })
        #expect(plain.network.lstm == cooled.network.lstm)
    }
}
