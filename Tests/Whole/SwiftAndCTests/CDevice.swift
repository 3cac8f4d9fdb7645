import CMotionQProtocol

/// `mq_device` on the board of the tests.
final class CDevice: DeviceTwin {
    private let device = UnsafeMutablePointer<mq_device>.allocate(capacity: 1)
    private var now: UInt64
    private var board: any TwinBoard
    private var changes: [DeviceReport.Change] = []
    private var told: [DeviceReport.Told] = []
    private var waiting: [UInt8] = []
    private let line: Int
    private let described: DescribedChannels?
    /// Frames that the line takes.
    var room = Int.max

    /// - Parameter line: bytes that can wait for the port. Only whole frames are taken, as the queue of `DeviceLink` does.
    init(_ board: any TwinBoard, line: Int, now: UInt64) {
        self.now = now
        self.line = line
        self.board = board
        described = board.described.isEmpty ? nil : DescribedChannels(board.described)
        device.initialize(to: mq_device())
        var callbacks = mq_device_board(
            context: Unmanaged.passUnretained(self).toOpaque(), clock: { CDevice.at($0).now },
            write: { CDevice.at($0).write($1, $2) }, draw_session: { CDevice.at($0).board.drawSession() },
            apply: { CDevice.at($0).apply($1) }, configure: { CDevice.at($0).configure($1, $2) }, predicted: nil,
            labelled: { CDevice.at($0).hear($1) }, host_left: { CDevice.at($0).told.append(.hostLeft) }, has_room: nil,
            install: { CDevice.at($0).install($1, $2, $3) })
        var description = mq_hello(board.hello)
        if let described { (description.described, description.described_count) = (described.start, described.count) }
        guard mq_device_boot(device, &callbacks, &description, board.units) else {
            preconditionFailure("the board can be announced")
        }
    }

    deinit { device.deallocate() }

    func perform(_ step: DeviceStep) -> DeviceReport {
        now = step.time
        changes.removeAll()
        told.removeAll()
        var hadRoom: Bool?
        switch step.action {
        case .poll: mq_device_poll(device)
        case .sample(let counts, let taken): mq_device_push(device, counts, UInt32(truncatingIfNeeded: taken))
        case .missed(let samples): mq_device_drop(device, samples)
        case .bytes(let bytes):
            mq_device_receive(device, bytes, bytes.count)
            mq_device_poll(device)
        case .prediction(let fields, let scores):
            var prediction = mq_prediction(fields)
            hadRoom = mq_device_send_prediction(device, &prediction, scores, scores.count)
        case .event(let fields):
            var event = mq_event(fields)
            hadRoom = mq_device_send_event(device, &event)
        case .health(let health): mq_device_tell_health(device, health.battery, health.temperature)
        case .port(let most): waiting.removeFirst(min(most, waiting.count))
        }
        return DeviceReport(
            waiting: waiting, changes: changes.inOrder, hadRoom: hadRoom, failsafeActed: device.pointee.failsafe_acted,
            lastIndex: mq_device_last_index(device), told: told)
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CDevice {
        guard let context else { preconditionFailure("the board has a context") }
        return Unmanaged<CDevice>.fromOpaque(context).takeUnretainedValue()
    }

    private func write(_ wire: UnsafePointer<UInt8>?, _ length: Int) -> Bool {
        guard waiting.count + length <= line, room > 0 else { return false }
        room -= 1
        waiting += UnsafeBufferPointer(start: wire, count: length)
        return true
    }

    private func apply(_ command: UnsafePointer<mq_feedback>?) {
        guard var command = command.map({ Feedback($0.pointee) }) else { return }
        // A command that came over the line has a time to live.
        let isCommanded = command.timeToLive > 0
        (command.issued, command.timeToLive) = (0, 0)
        changes.append(DeviceReport.Change(time: now, command: command, isCommanded: isCommanded))
    }

    private func hear(_ labels: UnsafePointer<mq_labels>?) {
        if let labels { told.append(.labels(Labels(labels.pointee))) }
    }

    private func install(
        _ step: UnsafePointer<mq_install>?, _ answer: UnsafeMutablePointer<mq_installed>?,
        _ description: UnsafeMutablePointer<mq_hello>?
    ) -> Bool {
        guard let step, let answer, let description else { return false }
        let (installed, hello) = board.installed(Hello(description.pointee), Install(step.pointee))
        answer.pointee = mq_installed(installed)
        guard let hello else { return false }
        description.pointee = announced(hello)
        return true
    }

    private func configure(
        _ config: UnsafePointer<mq_config>?, _ description: UnsafeMutablePointer<mq_hello>?
    ) -> mq_configure_result {
        guard let config, let description else { return MQ_CONFIGURE_UNSUPPORTED }
        let before = Hello(description.pointee)
        guard let hello = board.configured(before, Config(config.pointee)) else { return MQ_CONFIGURE_UNSUPPORTED }
        if hello == before { return MQ_CONFIGURE_UNCHANGED }
        description.pointee = announced(hello)
        return MQ_CONFIGURE_CHANGED
    }

    private func announced(_ hello: Hello) -> mq_hello {
        var announced = mq_hello(hello)
        if let described { (announced.described, announced.described_count) = (described.start, described.count) }
        return announced
    }
}
