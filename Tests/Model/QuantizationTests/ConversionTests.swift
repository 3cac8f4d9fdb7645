import Formatting
import Foundation
import ModelImport
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("A conversion")
struct ConversionTests {
    /// Random motion, a sample every `period` milliseconds.
    private func session(_ name: String = "s", samples: Int = 400, period: Double = 20, seed: UInt64 = 1) -> RecordedSession {
        var generator = SeededGenerator(seed: seed)
        return RecordedSession(
            name: name, subject: "me", labels: Array(repeating: "walk", count: samples),
            timestamps: (0..<samples).map { Double($0) * period },
            values: randomValues(count: samples * 6, bound: 3, using: &generator).map { Float($0) })
    }

    private func recording(_ sessions: RecordedSession..., path: String = "a.csv") -> Recording {
        Recording(path: path, sessions: sessions)
    }

    /// Windows of 8 samples, one every 4.
    private func source(rate: Double? = 50, convolution: Int? = nil) -> FloatModel {
        var model = randomFloatModel(seed: 5, convolution: convolution, lstm: [6], dense: [5, 3], policy: .carry)
        model.description.rate = rate
        return model
    }

    private func withFile(_ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).safetensors")
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    @Test("takes a float model and recordings to a model that is read as it was written", arguments: [nil, 7])
    func wholeWay(_ convolution: Int?) throws {
        let source = source(convolution: convolution)
        let conversion = try Conversion(of: source, recordings: [recording(session())])
        let model = conversion.model(provenance: ["source": "a test"])
        try withFile { path in
            try model.write(toFileAt: path)
            #expect(try Model(readingFileAt: path) == model)
        }
        #expect(model.provenance == ["source": "a test"])
        var described = model.description
        described.inputs = source.description.inputs
        #expect(described == source.description, "but for the inputs' scales nothing is changed")
        #expect(conversion.remarks.isEmpty)
    }

    @Test("gives weights 8 bits wherever that moves no probability far on the recordings, and says where")
    func bytes() throws {
        let recordings = [recording(session(samples: 2000))]
        let words = try Conversion(of: source(), recordings: recordings)
        let bytes = try Conversion(of: source(), recordings: recordings, weights: .bytesWhereClose)
        #expect(bytes.pair.quantized.hasBytes && !words.pair.quantized.hasBytes)
        #expect(bytes.pair.quantized.inputFractionBits == words.pair.quantized.inputFractionBits)
        let told = bytes.report.layers.first { $0.name == "LSTM 1" }?.weightSizes
        #expect(told == bytes.pair.quantized.lstm[0].terms.map { $0.storage == .bytes ? 8 : 16 })
        let moved = zip(try probabilities(words.pair), try probabilities(bytes.pair)).map { abs(Int($0) - Int($1)) }.max() ?? 0
        // 0.0125 in Q15.
        #expect(moved > 0 && moved <= 410)
    }

    @Test("leaves the matrix at 16 bits whose few large weights make 8 too coarse for the others")
    func coarse() throws {
        var source = source()
        // Four rows share their steps with one that is 300 times as large; the next layer takes that back.
        let row = source.network.dense[0].weights.rows - 1
        for column in 0..<source.network.dense[0].weights.columns { source.network.dense[0].weights[row, column] *= 300 }
        source.network.dense[0].bias[row] *= 300
        for label in 0..<3 { source.network.dense[1].weights[label, row] /= 300 }
        let recordings = [recording(session(samples: 2000))]
        let words = try Conversion(of: source, recordings: recordings)
        let bytes = try Conversion(of: source, recordings: recordings, weights: .bytesWhereClose)
        #expect(bytes.pair.quantized.dense[0].affine.terms[0].storage == .words)
        let moved = zip(try probabilities(words.pair), try probabilities(bytes.pair)).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(moved <= 410)
    }

    @Test("to 8 bits is refused without recordings, with the option that mends it")
    func bytesWithoutRecordings() {
        let error = #expect(throws: ConversionError.self) {
            try Conversion(of: source(), recordings: [], weights: .bytesWhereClose)
        }
        #expect(error?.description.contains("8 bits is seen on recordings") == true)
    }

    /// Of all windows of the session above.
    private func probabilities(_ pair: NetworkPair) throws -> [Int16] {
        let session = session(samples: 2000)
        let stream = OwnedWindowStream(pair.weights)
        var found: [Int16] = []
        for index in 0..<session.count {
            let values = session.quantities([0, 1, 2, 3, 4, 5], at: index)
            let inputs = pair.description.inputs.quantized(values, fractionBits: pair.quantized.inputFractionBits)
            guard stream.push(inputs.span) != nil else { continue }
            found += (0..<pair.weights.shape.labels).map { stream.probability(of: $0) }
        }
        return found
    }

    @Test("takes of many ways to quantize one that no other is closer than to the float network")
    func steps() throws {
        let (source, session) = (source(), session())
        let conversion = try Conversion(of: source, recordings: [recording(session)])
        var calibration = Calibration(source)
        calibration.observe(session)
        var seen = calibration.ranges
        let sorted = source.sortingUnits(&seen)
        let trials = QuantizationTrials(sorted, sessions: [session])
        let tried = try [true, false].flatMap { isCompensated in
            try QuantizationTrials.moreReserve.map { more in
                var ranges = seen
                ranges.reserve *= more
                if !isCompensated { ranges.forgetMoments() }
                let balanced = sorted.balancingInputs(&ranges)
                return try NetworkPair(balanced, quantized: Quantizer.quantize(balanced.network, ranges: ranges))
            }
        }
        let errors = tried.map { trials.error(of: $0) }
        #expect(trials.error(of: conversion.pair) <= errors.reduce(.infinity, min))
        let closest = try #require(trials.closest(of: tried))
        #expect(errors[closest] == errors.min() && Set(errors).count > 5)
        #expect(trials.closest(of: []) == nil)
        #expect(conversion.report.windows == 99)
        #expect(conversion.report.noise?.windows == 99)
        #expect(conversion.report.layers.map(\.name) == ["inputs", "LSTM 1", "dense 1", "logits"])
        #expect(conversion.report.accumulatorShare <= 1)
    }

    @Test("without recordings fits bounds, and measures no noise")
    func bounds() throws {
        let source = source()
        let conversion = try Conversion(of: source, recordings: [])
        var ranges = ActivationRanges(boundsOf: source)
        let balanced = source.sortingUnits(&ranges).balancingInputs(&ranges)
        #expect(try conversion.pair.quantized == Quantizer.quantize(balanced.network, ranges: ranges))
        #expect(conversion.report.windows == 0 && conversion.report.noise == nil)
    }

    @Test("takes the recordings' rate, rounded to hundredths of a hertz, where the model names none, and says so")
    func rateTaken() throws {
        let conversion = try Conversion(of: source(rate: nil), recordings: [recording(session(period: 30))])
        #expect(conversion.pair.description.rate == 33.33)
        guard case .rateTaken(let rate) = try #require(conversion.remarks.first) else { return #expect(Bool(false)) }
        #expect(conversion.remarks.count == 1 && (rate - 1000.0 / 30).magnitude < 1e-9)
    }

    @Test("says that there is no rate where neither model nor recordings name one")
    func noRate() throws {
        let conversion = try Conversion(of: source(rate: nil), recordings: [])
        #expect(conversion.remarks == [.noRate] && conversion.pair.description.rate == nil)
    }

    @Test("brings sessions to the model's rate, and counts them")
    func resampled() throws {
        let both = recording(session("fast", period: 10), session("right"))
        let conversion = try Conversion(of: source(), recordings: [both])
        #expect(conversion.remarks == [.resampled(sessions: 1, of: 2, rate: 50)])
        // 200 samples at 50 Hz, and 400.
        #expect(conversion.report.windows == 49 + 99)
    }

    @Test("has no window across a gap")
    func gaps() throws {
        var torn = session(samples: 16)
        for index in 8..<16 { torn.timestamps[index] += 1000 }
        #expect(try Conversion(of: source(), recordings: [recording(torn)]).report.windows == 2)
    }

    @Test("takes sessions that are prepared already as they are")
    func prepared() throws {
        let session = session(period: 10)
        let conversion = try Conversion(of: source(), sessions: [session])
        #expect(conversion.report.windows == 99 && conversion.remarks.isEmpty)
    }

    @Test("of two recordings with different rates is refused where the model names none")
    func differentRates() {
        let recordings = [recording(session()), recording(session(period: 10), path: "b.csv")]
        let error = #expect(throws: ConversionError.self) { try Conversion(of: source(rate: nil), recordings: recordings) }
        #expect(error?.description == "a.csv has 50 Hz and b.csv 100 Hz, and the network names no rate; import it with “rate”")
    }

    @Test("of time stamps that cannot be milliseconds is refused")
    func implausible() {
        let error = #expect(throws: ConversionError.self) {
            try Conversion(of: source(), recordings: [recording(session(period: 0.02))])
        }
        #expect(error?.description == "session “s” has 50000 Hz by its time stamps; timestamp_ms counts milliseconds")
    }

    @Test("of recordings shorter than a window is refused")
    func short() {
        #expect(throws: ConversionError.noWindow(length: 8)) {
            try Conversion(of: source(), recordings: [recording(session(samples: 7))])
        }
    }

    @Test("of a model that reads what recordings lack, or what nobody knows the range of, is refused by the channel's name")
    func lackingChannel() throws {
        var source = source()
        source.description.inputs[1].name = "mx"
        let error = #expect(throws: ConversionError.self) { try Conversion(of: source, recordings: [recording(session())]) }
        guard case .recording(.lacksChannels(_, let missing, _)) = error else { return #expect(Bool(false)) }
        #expect(missing == ["mx"])
        #expect(throws: ConversionError.unknownRange(input: "mx")) { try Conversion(of: source, recordings: []) }
    }

    @Test("of weights that are no numbers is refused by the layer's name")
    func notQuantizable() {
        var source = source()
        source.network.dense[0].bias[1] = .nan
        #expect(throws: ConversionError.quantizer(.weightsTooLarge(layer: .dense(0)))) {
            try Conversion(of: source, recordings: [])
        }
    }

    @Test("of a model with more windows in flight than the engine has room for is refused")
    func tooManyWindows() {
        var source = source()
        source.description.schedule = WindowSchedule(length: NetworkLimits.slots + 1, hop: 1)
        #expect(throws: ConversionError.quantizer(.refused(.tooLarge(layer: .network)))) {
            try Conversion(of: source, recordings: [])
        }
    }

    @Test("begins with an importer that knows its files by their names")
    func importer() throws {
        let error = #expect(throws: ImportError.self) { try Importer.model(fromFileAt: "network.txt") }
        #expect(error?.code == .unknownFormat)
        for name in ["/nowhere/a.mlmodel", "/nowhere/A.SAFETENSORS", "/nowhere/a.onnx"] {
            #expect(#expect(throws: ImportError.self) { try Importer.model(fromFileAt: name) }?.code == .unreadable)
        }
    }
}
