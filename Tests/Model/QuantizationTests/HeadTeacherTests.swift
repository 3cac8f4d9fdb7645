import Models
import MotionCore
import Quantization
import Recordings
import TestSupport
import Testing

@Suite("A teacher of the last layer")
struct HeadTeacherTests {
    private static func pair() throws -> NetworkPair {
        var model = randomFloatModel(
            seed: 5, window: 12, hop: 12, inputs: 6, convolution: nil, lstm: [16], dense: [3])
        model.description.inputs = RecordedSession.channelNames.map { InputFeature(name: $0, offset: 0, scale: 1) }
        let network = try Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model))
        return try NetworkPair(model, quantized: network)
    }

    /// Windows of a few kinds of motion, each a wave of its own on each channel and somewhat louder each time.
    private static func windows(kinds: Range<Int>, times: Int) -> [HeadTeacher.Example] {
        kinds.flatMap { kind in
            (0..<times).map { time in
                var session = RecordedSession(name: "\(kind) \(time)", subject: nil)
                for step in 0..<12 {
                    session.timestamps.append(Double(step) * 10)
                    session.labels.append("k\(kind)")
                    session.values += (0..<6).map { channel in
                        let phase = (kind * 7 + channel * 3 + step * (1 + (kind + channel) % 3)) % 12
                        return (1 + 0.1 * Float(time)) * (Float(phase) / 6 - 1)
                    }
                }
                return (session, kind - kinds.lowerBound)
            }
        }
    }

    private static func teacher() throws -> HeadTeacher {
        try #require(try HeadTeacher(pair(), strangers: windows(kinds: 10..<20, times: 4)))
    }

    @Test("names examples that were left out, and has as many rows as labels")
    func named() throws {
        var teacher = try Self.teacher()
        teacher.show(Self.windows(kinds: 0..<4, times: 3), copies: 1)
        #expect(teacher.layer()?.bias.count == 4)
        let found = teacher.leavingOut()
        #expect(found.all == 12 && found.right >= 11)
    }

    @Test("keeps all bits of the network but the last layer's")
    func kept() throws {
        var teacher = try Self.teacher()
        teacher.show(Self.windows(kinds: 0..<2, times: 2), copies: 1)
        let pair = try Self.pair()
        var description = pair.description
        description.labels = ["a", "b"]
        let model = try pair.model(with: #require(teacher.layer()), description, provenance: [:])
        #expect(model.quantized?.lstm == pair.quantized.lstm && model.float?.lstm == pair.float.lstm)
        #expect(model.quantized?.labels == 2)
    }

    @Test("that forgets a label sets the layer that it would have set without it")
    func forgotten() throws {
        var (all, some) = (try Self.teacher(), try Self.teacher())
        all.show(Self.windows(kinds: 0..<3, times: 3), copies: 1)
        all.forget([0])
        some.show(Self.windows(kinds: 1..<3, times: 3), copies: 1)
        #expect(all.exemplars == some.exemplars && all.layer() == some.layer())
    }

    @Test("tells windows of other kinds from its examples by a detector within one limit")
    func unknown() throws {
        var teacher = try Self.teacher()
        #expect(teacher.detector() == nil)
        teacher.show(Self.windows(kinds: 0..<4, times: 3), copies: 1)
        let detector = try #require(teacher.detector())
        #expect(Set(detector.limits).count == 1 && detector.perLabel == 1)
        let inside = teacher.exemplars.labels.indices.count { example in
            let label = teacher.exemplars.labels[example]
            return detector.distance(of: Array(teacher.exemplars[example]), from: label) <= detector.limits[label]
        }
        #expect(inside == 12)
    }

    @Test("has no layer while a label has no example")
    func missing() throws {
        var teacher = try Self.teacher()
        teacher.show(Self.windows(kinds: 0..<1, times: 2), copies: 1) { _ in 1 }
        #expect(teacher.layer() == nil)
    }
}
