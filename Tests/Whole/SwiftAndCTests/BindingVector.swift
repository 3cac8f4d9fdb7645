import CMotionCore
import CMotionQClassifier
import CMotionQProtocol
import MotionCore
import Testing

/// A device, a network, and how the one feeds the other.
struct BindingVector: Sendable, Decodable, CustomTestStringConvertible {
    struct Device: Sendable, Decodable {
        struct Channel: Sendable, Decodable {
            var kind: UInt8
            var unit: UInt8
            var scale: Float
            var offset: Float
            var name: String?
        }

        var rate: Float
        var axes: [Int8]
        var channels: [Channel]
    }

    struct Network: Sendable, Decodable {
        struct Input: Sendable, Decodable {
            var kind: UInt8
            var offset: Float
            var scale: Float
            var name: String?
        }

        var rate: Float?
        var fractionBits: Int
        var inputs: [Input]
    }

    /// One input's channel and integer map.
    struct Bound: Sendable, Equatable, Decodable {
        var channel: Int
        var multiplier: Int32
        var addend: Int64
        var shift: UInt8
    }

    struct Misfit: Sendable, Equatable, Decodable {
        var reason: String
        var input: Int?
    }

    /// What either implementation may answer.
    enum Answer: Equatable {
        case bound([Bound])
        case misfit(Misfit)
    }

    var name: String
    var device: Device
    var network: Network
    var bound: [Bound]?
    var misfit: Misfit?

    var testDescription: String { name }

    var expected: Answer? { bound.map { .bound($0) } ?? misfit.map { .misfit($0) } }

    private var features: [mq_network_input] {
        network.inputs.map { mq_network_input(kind: $0.kind, offset: $0.offset, scale: $0.scale) }
    }

    /// As `mq_network` has them; nil without.
    private var inputNames: [UInt8]? {
        let names = network.inputs.compactMap(\.name)
        return names.isEmpty ? nil : names.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
    }
}

extension BindingVector {
    /// What `ChannelBinding` answers.
    func inSwift() throws -> Answer {
        var sensor = SensorDescription(rate: device.rate)
        for (axis, board) in device.axes.enumerated() { sensor.axes[axis] = board }
        for channel in device.channels {
            let unit = try #require(ChannelUnit(code: channel.unit))
            var description = ChannelDescription(
                kind: channel.kind, unit: unit, scale: channel.scale, offset: channel.offset, fullScale: 0)
            for byte in (channel.name ?? "").utf8 { description.text.name.append(byte) }
            sensor.addChannel(description)
        }
        #expect(sensor.channelCount == device.channels.count)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: ChannelBinding.bytes(inputs: features.count), alignment: 8)
        defer { memory.deallocate() }
        let names = inputNames.map { UnsafeMutableBufferPointer<UInt8>.copy(of: $0) }
        defer { names?.deallocate() }
        return features.withUnsafeBufferPointer { features in
            guard let start = features.baseAddress else { return .bound([]) }
            let inputs = NetworkInputs(
                start, count: features.count, fractionBits: network.fractionBits, rate: network.rate, strokes: nil,
                names: names.flatMap { UnsafePointer($0.baseAddress) })
            do throws(MotionCore.Misfit) {
                let binding = try ChannelBinding(sensor, to: inputs, memory: memory)
                return .bound(
                    features.indices.map {
                        let (map, channel) = (binding[$0].normaliser, binding[$0].channel)
                        return Bound(channel: channel, multiplier: map.multiplier, addend: map.addend, shift: map.shift)
                    })
            } catch {
                switch error {
                case .rate: return .misfit(Misfit(reason: "rate", input: nil))
                case .channel(let input): return .misfit(Misfit(reason: "channel", input: input))
                case .scale(let input): return .misfit(Misfit(reason: "scale", input: input))
                }
            }
        }
    }

    /// What `mq_channel_binding_make` answers.
    func inC() -> Answer {
        var hello = mq_hello()
        hello.rate = device.rate
        hello.present = 1 << 8
        hello.axes = (device.axes[0], device.axes[1], device.axes[2])
        let channels = DescribedChannels(
            device.channels.map {
                Channels.Channel(kind: $0.kind, unit: $0.unit, scale: $0.scale, offset: $0.offset, name: $0.name)
            })
        channels.announce(in: &hello)
        let names = inputNames.map { UnsafeMutableBufferPointer<UInt8>.copy(of: $0) }
        defer { names?.deallocate() }
        // Of the network only these are read.
        return withUnsafeTemporaryAllocation(of: mq_network.self, capacity: 1) { room in
            guard let shape = room.baseAddress else { return .bound([]) }
            UnsafeMutableRawBufferPointer(room).initializeMemory(as: UInt8.self, repeating: 0)
            shape.pointee.inputs = network.inputs.count
            shape.pointee.input_fraction_bits = UInt32(network.fractionBits)
            shape.pointee.input_names = names.flatMap { UnsafePointer($0.baseAddress) }
            var bound = [mq_bound_input](repeating: mq_bound_input(), count: network.inputs.count)
            var misfit = 0
            switch mq_channel_binding_make(&hello, shape, features, network.rate ?? 0, &bound, &misfit) {
            case MQ_MISFIT_RATE: return .misfit(Misfit(reason: "rate", input: nil))
            case MQ_MISFIT_CHANNEL: return .misfit(Misfit(reason: "channel", input: misfit))
            case MQ_MISFIT_SCALE: return .misfit(Misfit(reason: "scale", input: misfit))
            default:
                return .bound(
                    bound.map {
                        Bound(
                            channel: Int($0.channel), multiplier: $0.normaliser.multiplier, addend: $0.normaliser.addend,
                            shift: $0.normaliser.shift)
                    })
            }
        }
    }
}
