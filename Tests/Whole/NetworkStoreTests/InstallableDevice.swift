import CMotionCore
import MotionCore
import Randomness
import TestSupport
import Transport
import WireProtocol

/// A device with the store in flash, at the other end of a line in virtual time that damages, cuts and resets: what the firmware
/// does with an installation (`Device.swift` of firmware-protocol/swift), in memory.
final class InstallableDevice: DeviceLine {
    private(set) var now: UInt64 = 1_000_000
    let flash: SimulatedFlash
    /// The network of its firmware.
    let builtIn: UInt64 = 0xB01
    /// The network that runs.
    private(set) var running: UInt64 = 0
    private(set) var boots = 0
    /// One of so many bytes on the line is damaged; 0: none.
    var damage = 0
    /// Bytes after which the host's side of the line is gone.
    var bytesBeforeLineCut: Int?
    /// When the device is reset next.
    var resetAt: UInt64?
    /// Whether each block is answered as one too many.
    var forgetsBlocks = false
    /// Says of each image that would run whether it fits this device.
    var accepts: ([UInt8]) -> Bool = { _ in true }

    private var store: StoreUnderTest
    private var link: DeviceLink?
    private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    private var generator: SeededGenerator
    private var toHost: [UInt8] = []

    init(_ flash: SimulatedFlash, seed: UInt64) {
        self.flash = flash
        generator = SeededGenerator(seed: seed)
        store = StoreUnderTest(flash)
        boot()
    }

    deinit { memory.deallocate() }

    func boot() {
        flash.powerUp()
        store = StoreUnderTest(flash)
        toHost = []
        boots += 1
        running = load()
        link = DeviceLink(
            identity: identity, units: ActuatorUnits(led: 1, rgb: 0, buzzer: 0, vibration: 0), memory: memory, memoryCount: 4096,
            now: now)
    }

    /// The image that runs after a boot; nil: that of the firmware.
    var activeImage: [UInt8]? { store.active }

    private func load() -> UInt64 {
        while let image = store.active {
            if let hash = network(of: image) { return hash }
            if !store.reject() { break }
        }
        return builtIn
    }

    private func network(of image: [UInt8]) -> UInt64? {
        let read = ReadImage(image)
        return read.fault == MQ_IMAGE_OK && accepts(image) ? read.image.pointee.hash : nil
    }

    private var identity: HelloMessage {
        var hello = HelloMessage(role: .device, session: UInt32.random(in: 1...UInt32.max, using: &generator))
        hello.capabilities = Capabilities.led.union(.installs)
        hello.network = running
        hello.image = store.active?.fnv1a
        hello.sensor.rate = 50
        hello.sensor.addChannel(ChannelDescription(kind: 16, unit: .g, scale: 1, offset: 0, fullScale: 4))
        return hello
    }

    // MARK: The line

    func send(_ bytes: [UInt8]) throws(LineStop) {
        for byte in bytes {
            if let left = bytesBeforeLineCut {
                guard left > 0 else { throw .interrupted }
                bytesBeforeLineCut = left - 1
            }
            for byte in damaged(byte) { receive(byte) }
        }
        resetIfDue()
    }

    func receive(until time: UInt64) throws(LineStop) -> [UInt8] {
        now = max(now + 100, min(time, now + 5_000))
        resetIfDue()
        if flash.isOff { boot() }
        while link?.poll(now: now) != nil {}
        if let waiting = link?.outgoingCount, waiting > 0, let start = link?.outgoing {
            toHost += UnsafeBufferPointer(start: start, count: waiting)
            link?.consume(waiting)
        }
        defer { toHost = [] }
        return toHost.flatMap(damaged)
    }

    private func resetIfDue() {
        guard let time = resetAt, now >= time else { return }
        resetAt = nil
        boot()
    }

    /// A byte as the line brings it: as it was, another, twice or not at all.
    private func damaged(_ byte: UInt8) -> [UInt8] {
        guard damage > 0, Int.random(in: 1...damage, using: &generator) == 1 else { return [byte] }
        return [[], [byte, byte], [byte ^ 16], [UInt8.random(in: 0...255, using: &generator)]].randomElement(using: &generator)
            ?? []
    }

    // MARK: The steps

    private func receive(_ byte: UInt8) {
        guard !flash.isOff, case .installing(let message)? = link?.receive(byte, now: now) else { return }
        let (before, imageBefore) = (running, link?.identity.image)
        let status = take(message)
        // Without power nobody answers.
        guard !flash.isOff else { return }
        let isOther = running != before || store.active?.fnv1a != imageBefore
        link?.answer(message, status, next: store.next, identity: isOther ? identity : nil, now: now)
    }

    private func take(_ message: InstallMessage) -> InstalledMessage.Status {
        switch message.step {
        case .begin(let length, let hash): return status(store.begin(Int(length), hash: hash))
        case .block where forgetsBlocks: return .outOfOrder
        case .block(let offset):
            guard let payload = link?.payload else { return .notBegun }
            return status(store.block(Int(offset), Array(InstallMessage.bytes(in: payload))))
        case .forget:
            let result = store.forget()
            running = load()
            return status(result)
        case .commit:
            let (checked, image) = store.check()
            guard let image else { return status(checked) }
            guard ReadImage(image).fault == MQ_IMAGE_OK else { return .invalid }
            guard network(of: image) != nil else { return .unsupported }
            let result = store.commit()
            running = load()
            return status(result)
        }
    }

    private func status(_ result: mq_install_status) -> InstalledMessage.Status {
        InstalledMessage.Status(code: UInt8(result.rawValue)) ?? .flash
    }
}
