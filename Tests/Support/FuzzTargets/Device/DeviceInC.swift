import CMotionQProtocol
import MotionCore
import WireProtocol

/// `mq_device` on a board that writes into memory.
final class DeviceInC {
    /// Bytes that wait for the port.
    private(set) var waiting: [UInt8] = []
    private let device = UnsafeMutablePointer<mq_device>.allocate(capacity: 1)
    private let line: Int
    private var now: UInt64
    private var sessions: UInt32 = 0

    /// What it can: lights, sounds, CONFIG and INSTALL.
    static let capabilities: UInt32 = [
        MQ_CAN_LED, MQ_CAN_RGB, MQ_CAN_BUZZER, MQ_SETS_RATE, MQ_SETS_RANGES, MQ_INSTALLS, MQ_KEEPS_CONFIG,
    ].reduce(0) { $0 | UInt32($1) }

    init(line: Int, now: UInt64) {
        (self.line, self.now) = (line, now)
        device.initialize(to: mq_device())
        var board = mq_device_board(
            context: Unmanaged.passUnretained(self).toOpaque(), clock: { DeviceInC.at($0).now },
            write: { DeviceInC.at($0).write($1, $2) }, draw_session: { DeviceInC.at($0).drawSession() }, apply: { _, _ in },
            configure: { DeviceInC.configure($1, $2) }, predicted: nil, labelled: nil, host_left: nil, has_room: nil,
            install: { _, step, answer, _ in DeviceInC.install(step, answer) })
        var hello = mq_hello()
        hello.present = [MQ_HELLO_ROLE, MQ_HELLO_SESSION, MQ_HELLO_CAPABILITIES, MQ_HELLO_RATE, MQ_HELLO_CHANNEL].reduce(0) {
            $0 | 1 << UInt16($1.rawValue)
        }
        hello.role = 1
        hello.capabilities = Self.capabilities
        hello.rate = 100
        hello.channel_count = 6
        withUnsafeMutableBytes(of: &hello.channels) { memory in
            let channels = memory.bindMemory(to: mq_channel.self)
            for axis in 0..<6 {
                channels[axis] = mq_channel(
                    kind: UInt8(axis < 3 ? 0x10 + axis : 0x20 + axis - 3), unit: axis < 3 ? 1 : 3, scale: 0.001, offset: 0,
                    full_scale: 4)
            }
        }
        hello.axes = (1, 2, 3)
        let isBooted = mq_device_boot(device, &board, &hello, [4, 1, 1, 0])
        precondition(isBooted, "the board can be announced")
    }

    func deallocate() { device.deallocate() }

    func receive(_ bytes: [UInt8], _ now: UInt64) {
        self.now = now
        mq_device_receive(device, bytes, bytes.count)
    }

    func push(_ counts: [Int16], _ taken: UInt64, _ now: UInt64) {
        self.now = now
        mq_device_push(device, counts, UInt32(truncatingIfNeeded: taken))
    }

    func drop(_ count: UInt16, _ now: UInt64) {
        self.now = now
        mq_device_drop(device, count)
    }

    func send(_ event: mq_event, _ now: UInt64) {
        self.now = now
        var event = event
        _ = mq_device_send_event(device, &event)
    }

    func send(_ message: PredictionMessage, _ scores: [Int16], _ now: UInt64) {
        self.now = now
        var prediction = mq_prediction(
            window_end: message.windowEnd, last_index: message.lastIndex, class_index: message.label,
            phase: message.phase.rawValue, confidence: message.confidence, window_slot: message.slot, windows_before: 0)
        _ = mq_device_send_prediction(device, &prediction, scores, scores.count)
    }

    func send(log text: [UInt8], _ now: UInt64) {
        self.now = now
        text.withUnsafeBufferPointer { bytes in
            var log = mq_log(level: 1, text: bytes.baseAddress, text_length: bytes.count)
            _ = mq_device_send_log(device, &log)
        }
    }

    func tell(_ battery: UInt8, _ temperature: Int16, _ now: UInt64) {
        self.now = now
        mq_device_tell_health(device, battery, temperature)
    }

    func poll(_ now: UInt64) {
        self.now = now
        mq_device_poll(device)
    }

    func consume(_ count: Int) { waiting.removeFirst(count) }

    private static func at(_ context: UnsafeMutableRawPointer?) -> DeviceInC {
        guard let context else { preconditionFailure("the board has a context") }
        return Unmanaged<DeviceInC>.fromOpaque(context).takeUnretainedValue()
    }

    private func write(_ wire: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
        guard waiting.count + count <= line else { return false }
        waiting += UnsafeBufferPointer(start: wire, count: count)
        return true
    }

    private func drawSession() -> UInt32 {
        sessions += 1
        return sessions
    }

    private static func configure(_ config: UnsafePointer<mq_config>?, _ hello: UnsafeMutablePointer<mq_hello>?)
        -> mq_configure_result
    {
        guard let config, let hello, config.pointee.present & (1 << 3) == 0 else { return MQ_CONFIGURE_UNSUPPORTED }
        guard config.pointee.present & (1 << 1) != 0 else { return MQ_CONFIGURE_UNCHANGED }
        hello.pointee.rate = config.pointee.rate
        return MQ_CONFIGURE_CHANGED
    }

    private static func install(_ step: UnsafePointer<mq_install>?, _ answer: UnsafeMutablePointer<mq_installed>?) -> Bool {
        guard let step, let answer else { return false }
        answer.pointee.status = UInt8(step.pointee.sequence % 8)
        answer.pointee.next = 7
        return false
    }
}
