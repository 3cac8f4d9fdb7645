/// One frame: its header's fields and its payload.
struct Frame: Equatable, Sendable {
    /// 1 in all frames that are delivered.
    var major: UInt8 = 1
    var flags: UInt8 = 0
    var type: UInt8
    var index: UInt16 = 0
    var time: UInt32 = 0
    var count: UInt8 = 0
    var stream: UInt8 = 0
    var payload: [UInt8]
}

/// The counters of PROTOCOL.md §3, named as in the vectors.
struct Counters: Equatable, Sendable, Decodable {
    var frames: UInt32 = 0
    var framingErrors: UInt32 = 0
    var crcErrors: UInt32 = 0
    var versionMismatches: UInt32 = 0
    var unknown: UInt32 = 0
    var malformed: UInt32 = 0
    var beforeSync: UInt32 = 0

    static func += (sum: inout Counters, other: Counters) {
        sum.frames += other.frames
        sum.framingErrors += other.framingErrors
        sum.crcErrors += other.crcErrors
        sum.versionMismatches += other.versionMismatches
        sum.unknown += other.unknown
        sum.malformed += other.malformed
        sum.beforeSync += other.beforeSync
    }
}

/// What a receiver made of a stream.
struct Reception: Equatable, Sendable {
    var counters = Counters()
    var frames: [Frame] = []
    var losses = Losses()
}

/// The accounting of PROTOCOL.md §7.
struct Losses: Equatable, Sendable {
    /// What each frame told, in order; a host's HELLO is passed over.
    var steps: [Step] = []
    var lostSamples = 0
    var restarts = 0
    var sessions = 0

    struct Step: Equatable, Sendable {
        var event: Event
        /// Samples counted as lost just before the frame.
        var lost: Int
    }

    enum Event: Sendable {
        case contiguous
        case loss
        case restart
        case newSession
    }
}

/// A decoder with the loss accounting behind it.
protocol Receiver: AnyObject {
    func feed(_ bytes: ArraySlice<UInt8>)
    var reception: Reception { get }
}

/// The two implementations.
enum Codec: CaseIterable, Sendable {
    case swift
    case c

    func receiver() -> any Receiver {
        switch self {
        case .swift: SwiftReceiver()
        case .c: CReceiver()
        }
    }

    /// What a fresh receiver makes of a stream that comes in pieces.
    func receive(_ pieces: [ArraySlice<UInt8>]) -> Reception {
        let receiver = receiver()
        for piece in pieces { receiver.feed(piece) }
        return receiver.reception
    }

    /// A frame's bytes on the wire. The Swift encoder speaks major version 1 only.
    func encode(_ frame: Frame) -> [UInt8] {
        switch self {
        case .swift: SwiftCodec.encode(frame)
        case .c: CCodec.encode(frame)
        }
    }

    /// The payload that carries these fields, nil if a field breaks a limit.
    func payload(of message: Message) -> [UInt8]? {
        switch self {
        case .swift: SwiftCodec.payload(of: message)
        case .c: CCodec.payload(of: message)
        }
    }

    /// The fields of a frame that was delivered.
    func message(of frame: Frame) -> Message? {
        switch self {
        case .swift: SwiftCodec.message(of: frame)
        case .c: CCodec.message(of: frame)
        }
    }
}
