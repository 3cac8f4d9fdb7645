import DeviceTools
import Formatting
import MotionCore
import WireProtocol

/// Listens to a device's bytes for who it is, and asks it until it says that.
struct DeviceEar: ~Copyable {
    /// As it announced itself last; nil: nobody did.
    private(set) var device: HelloMessage?
    private var decoder: FrameDecoder
    private let memory: UnsafeMutablePointer<UInt8>
    private let session = UInt32.random(in: 1...UInt32.max)

    init() {
        memory = .allocate(capacity: FrameLimits.wire)
        decoder = FrameDecoder(buffer: memory)
    }

    deinit { memory.deallocate() }

    /// - Returns: whether another device than before has announced itself, or another session of it.
    mutating func hear(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var isNews = false
        for byte in bytes where decoder.push(byte) {
            guard case .hello? = decoder.header.kind, let hello = HelloMessage(decoder.payload), hello.role == .device else {
                continue
            }
            if device?.session != hello.session || device?.uniqueID.hexadecimal != hello.uniqueID.hexadecimal { isNews = true }
            device = hello
        }
        return isNews
    }

    /// A host's HELLO, which a device answers with its own.
    func question(now: UInt64) -> [UInt8] { [0] + HostFrames.hello(session: session, now: now) }
}
