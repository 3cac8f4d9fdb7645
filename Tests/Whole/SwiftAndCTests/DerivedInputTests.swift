import Foundation
import Models
import MotionCore
import SignalProcessing
import Testing

/// `vectors/derived.txt` is what the C library says of three made-up devices; microcontrollers are held to it as well
/// (`Tests/Whole/FirmwareTests`).
@Suite("What is derived of raw counts")
struct DerivedInputTests {
    /// The 21 quantities, each normalised otherwise.
    private let features = (SixAxes.names + OrientationFilter.quantities).enumerated().map { index, name in
        InputFeature(name: name, offset: Float(index - 10) / 64, scale: 1 + Float(index) / 32)
    }

    /// A filter and what a network reads of it, one sample after the other.
    private protocol Deriving {
        mutating func restart()
        mutating func inputs(of counts: [Int16]) -> [Int16]
    }

    /// As ORIENTATION.md has it, in Swift but for the filter.
    private struct Definition: Deriving {
        let features: [InputFeature]
        let fractionBits: Int
        var filter: OrientationFilter
        /// Of each axis: place in a sample, and single precision's scale and offset in g or rad/s.
        var axes: [(channel: Int, scale: Float, offset: Float)] = []

        init(_ world: DerivedWorld, _ features: [InputFeature]) throws {
            self.features = features
            fractionBits = world.fractionBits
            filter = OrientationFilter(rate: Double(world.rate))
            for name in SixAxes.names {
                let kind = try #require(OrientationFilter.kind(of: name))
                let source = try #require(world.sensor.source(of: kind))
                let channel = world.sensor.channels[source.channel]
                let factor = channel.unit.toCanonical * (source.isReversed ? -1 : 1)
                axes.append((source.channel, Float(Double(channel.scale) * factor), Float(Double(channel.offset) * factor)))
            }
        }

        mutating func restart() { filter.restart() }

        mutating func inputs(of counts: [Int16]) -> [Int16] {
            let six = axes.map { Float(counts[$0.channel]) * $0.scale + $0.offset }
            var told = [Float](repeating: 0, count: OrientationFilter.quantities.count)
            filter.push(six, into: &told)
            return zip(features, six + told).map { $0.quantizedSingly($1, fractionBits: fractionBits) }
        }
    }

    /// As it runs, on the host and in the Swift firmware.
    private final class Running: Deriving {
        let features: [InputFeature]
        let fractionBits: Int
        let kinds: [UInt8]
        let memory = UnsafeMutableRawPointer.allocate(byteCount: DerivedBinding.bytes, alignment: 8)
        let binding: DerivedBinding

        init(_ world: DerivedWorld, _ features: [InputFeature]) throws {
            self.features = features
            fractionBits = world.fractionBits
            kinds = try features.map { try #require(OrientationFilter.kind(of: $0.name)) }
            binding = try #require(DerivedBinding(world.sensor, rate: world.rate, memory: memory))
        }

        deinit { memory.deallocate() }

        func restart() { binding.restart() }

        func inputs(of counts: [Int16]) -> [Int16] {
            binding.push(counts)
            return features.indices.map {
                binding.input(
                    kinds[$0], offset: features[$0].offset, scale: features[$0].scale, fractionBits: fractionBits)
            }
        }
    }

    /// What tests/derived.c prints.
    private func text(_ deriving: (DerivedWorld) throws -> any Deriving) throws -> String {
        var text = ""
        for var world in DerivedWorld.all {
            var deriving = try deriving(world)
            var hash: UInt32 = 2_166_136_261
            text += world.name + "\n"
            for sample in 0..<3000 {
                if sample == 1300 || sample == 2060 { deriving.restart() }
                let inputs = deriving.inputs(of: world.next())
                for input in inputs { hash = (hash ^ UInt32(UInt16(bitPattern: input))) &* 16_777_619 }
                if sample % 40 == 39 { text += "\(sample): " + inputs.map { "\($0)" }.joined(separator: " ") + "\n" }
            }
            text += "all: \(hash)\n"
        }
        return text
    }

    private func golden() throws -> String {
        try String(contentsOf: Vectors.folder.appending(path: "derived.txt"), encoding: .utf8)
    }

    @Test("is by its definition in single precision what the C library says, bit for bit")
    func definition() throws {
        #expect(try text { try Definition($0, features) } == golden())
    }

    @Test("is on the host and in the Swift firmware what the C library says, bit for bit")
    func running() throws {
        #expect(try text { try Running($0, features) } == golden())
    }

    @Test("is nothing without all six axes, and nothing of acceleration without gravity")
    func missing() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: DerivedBinding.bytes, alignment: 8)
        defer { memory.deallocate() }
        for replaced in 0..<6 {
            var sensor = SensorDescription(rate: 50)
            for (place, kind) in ([0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8]).enumerated() {
                let kind = place != replaced ? kind : place < 3 ? kind + 0x30 : 0x30
                sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 0.001, offset: 0, fullScale: 0))
            }
            #expect(DerivedBinding(sensor, rate: 50, memory: memory) == nil)
        }
        #expect(OrientationFilter.kind(of: "level_gz") == 0x8E && OrientationFilter.kind(of: "up") == nil)
    }
}
