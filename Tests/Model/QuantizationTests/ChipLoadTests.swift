import Models
import MotionCore
import Quantization
import TestSupport
import Testing

@Suite("What a model takes of a chip")
struct ChipLoadTests {
    private func load(_ source: FloatModel, on name: String) throws -> ChipLoad {
        let network = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        let model = Model(source, quantized: network, provenance: [:])
        return try ChipLoad(of: model, network: network, decision: DecisionParameters(), on: #require(Chip.named(name)))
    }

    private func source(
        units: Int = 24, window: Int = 40, hop: Int = 5, rate: Double? = 50, convolution: Int? = nil
    ) -> FloatModel {
        var source = randomFloatModel(
            seed: 3, window: window, hop: hop, convolution: convolution, lstm: [units], dense: [4], weightScale: 0.1)
        source.description.rate = rate
        return source
    }

    @Test("every chip is found by its name, with and without hyphens, in letters of either case")
    func names() {
        for chip in Chip.all {
            let spelled = chip.name.filter { $0 != "-" }.uppercased()
            #expect(Chip.named(chip.name) == chip && Chip.named(spelled) == chip, "\(chip.name)")
        }
        #expect(Chip.named("z80") == nil && Chip.named("") == nil)
    }

    @Test("every chip names its source, and its best, usual and worst cycles of an instruction stand in this order")
    func figures() {
        for chip in Chip.all {
            let cycles = chip.core.cyclesPerInstruction
            #expect(!chip.source.isEmpty && chip.ram < chip.flash && cycles.range.contains(cycles.usual), "\(chip.name)")
        }
    }

    @Test("flash is the export's constants and the engine, RAM its windows, decisions and the recogniser")
    func memory() throws {
        let source = source()
        let network = try Quantizer.quantize(source.network, ranges: ActivationRanges(boundsOf: source))
        let model = Model(source, quantized: network, provenance: [:])
        let export = try DeviceExport(model, network: network, named: "", decision: DecisionParameters())
        let load = ChipLoad(export, of: model, network: network, on: try #require(Chip.named("nrf52840")))
        #expect(load.flash.bytes == export.constantBytes + ChipCore.cortexM4.engineBytes)
        #expect(load.ram.bytes == export.classifierBytes + export.decisionBytes + 320 + 6 * 26)
    }

    @Test("the share of the time is instructions a second, times cycles, by the clock; its range holds it")
    func time() throws {
        let load = try load(source(), on: "nrf52840")
        let share = try #require(load.time.share)
        let perSecond = try #require(load.time.instructionsPerSecond)
        #expect(abs(share - perSecond * 1.3 / 64e6) < 1e-9)
        #expect(try #require(load.time.shareRange).contains(share))
    }

    @Test(
        "what no emulator counted is guessed: Xtensa's instructions, and a convolution's on any core",
        arguments: [
            ("esp32", nil, ChipGround.guessed), ("esp32-c3", nil, .reckoned), ("nrf52840", nil, .reckoned),
            ("nrf52840", 8, .guessed),
        ])
    func grounds(_ name: String, _ convolution: Int?, _ ground: ChipGround) throws {
        #expect(try load(source(convolution: convolution), on: name).time.ground == ground)
    }

    @Test("a model without a rate has a time for each window, and no share")
    func noRate() throws {
        let time = try load(source(rate: nil), on: "samd21").time
        #expect(time.share == nil && time.shareRange == nil && time.secondsPerWindow > 0)
    }

    @Test("windows in flight at every sample are too much memory and time for a small chip, and none for a large one")
    func shortages() throws {
        let wide = source(units: 64, window: 60, hop: 1, rate: 400)
        #expect(try load(wide, on: "stm32f1").shortages == [.ram, .time])
        #expect(try load(wide, on: "imxrt1062").shortages == [])
    }

    @Test("a network that reads derived inputs takes the orientation filter too, much more where nothing computes with floats")
    func derived() throws {
        var source = source()
        for (index, name) in ["level_ax", "level_ay", "level_az", "level_gx", "level_gy", "level_gz"].enumerated() {
            source.description.inputs[index].name = name
        }
        let (with, without) = (try load(source, on: "nrf52840"), try load(source, on: "stm32f1"))
        #expect(with.flash.parts.contains { $0.name == .orientation } && with.ram.parts.contains { $0.name == .orientation })
        let plain = try load(self.source(), on: "nrf52840")
        let filter = try #require(with.time.instructionsPerSecond) - #require(plain.time.instructionsPerSecond)
        #expect(abs(filter - 50 * 3_595) < 1)
        #expect(try #require(without.time.instructionsPerSecond) > 50 * 52_223)
    }
}
