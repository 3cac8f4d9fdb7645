public import MotionCore
public import WireProtocol

/// A device that takes networks, without flash and without a sensor, whose every answer a test may replace: it hands out bytes for
/// bytes, in memory or behind a pseudo-terminal.
///
/// As it is made it is honest: it keeps the image that comes, and runs one that is whole.
public final class LyingDevice {
    /// What its HELLO announces.
    public var identity: HelloMessage
    /// Says HELLO when a host does.
    public var whenGreeted: (LyingDevice) -> Void = { $0.greet(isReply: true) }
    /// Answers a step; what an honest device answers is handed in.
    public var whenAsked: (LyingDevice, InstallMessage, InstalledMessage) -> Void = { $0.say($2) }
    /// Called whenever the host waits.
    public var whenever: (LyingDevice) -> Void = { _ in }
    /// Whether a step changes anything, or is only answered.
    public var obeys: (InstallMessage) -> Bool = { _ in true }

    /// Steps that came, repetitions included, and those of each kind.
    public private(set) var steps = 0
    public private(set) var begins = 0
    public private(set) var blocks = 0
    public private(set) var orders = 0
    /// Whether it has become another board.
    public private(set) var isOther = false
    /// Frames that came after the host had the HELLO of another board than the first one; nil: none greeted.
    public private(set) var framesToOther: Int?
    /// Of the image that is under way.
    public private(set) var length: UInt32 = 0
    public private(set) var next: UInt32 = 0
    /// Microseconds since any start.
    public private(set) var now: UInt64 = 0

    private var image: [UInt8] = []
    private var hash: UInt64 = 0
    private var isUnderWay = false
    /// What is to run from now on.
    private var order: (network: UInt64?, image: UInt64?)?
    private var waiting: [(time: UInt64, bytes: [UInt8])] = []
    private var sessionTag: UInt8 = 0
    private let builtIn: UInt64?
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder
    private var lastWhenever: UInt64?
    /// By what the first that greeted is known.
    private var first: String?
    private var hasOther = false

    /// - Parameter minor: of the protocol that it speaks: since 4 HELLO tells the image.
    public init(minor: UInt8 = 4) {
        decoder = FrameDecoder(buffer: buffer)
        identity = HelloMessage(role: .device, session: 1000)
        identity.minorVersion = minor
        identity.capabilities = Capabilities.installs.union(.predicts)
        identity.network = 0xB01
        identity.uniqueID = Self.text("\u{1}\u{2}")
        identity.name = Self.text("board A")
        identity.sensor.rate = 50
        identity.sensor.addChannel(ChannelDescription(kind: 16, unit: .g, scale: 1, offset: 0, fullScale: 4))
        builtIn = identity.network
    }

    deinit { buffer.deallocate() }

    public static func text(_ text: String) -> ShortText {
        var short = ShortText()
        for byte in text.utf8 { short.append(byte) }
        return short
    }

    // MARK: - What it says

    public func greet(isReply: Bool = false, as other: HelloMessage? = nil, after delay: UInt64 = 0) {
        let hello = other ?? identity
        let name = "\(hello.uniqueID.imageHash) \(hello.name.imageHash)"
        if let first, first != name { hasOther = true }
        first = first ?? name
        put(.hello, isReply: isReply, after: delay) { hello.write(to: &$0) }
    }

    public func say(_ answer: InstalledMessage, after delay: UInt64 = 0) {
        put(.installed, isReply: true, after: delay) { answer.write(to: &$0) }
    }

    /// Bytes that are no frame, or not all of one.
    public func put(_ bytes: [UInt8], after delay: UInt64 = 0) {
        waiting.append((now + delay, bytes))
    }

    public func put(_ kind: MessageKind, isReply: Bool = false, after delay: UInt64 = 0, _ write: (inout PayloadWriter) -> Void) {
        put(frame(kind, isReply: isReply, write), after: delay)
    }

    public func frame(_ kind: MessageKind, isReply: Bool, _ write: (inout PayloadWriter) -> Void) -> [UInt8] {
        let time = UInt32(truncatingIfNeeded: now)
        return frameBytes(FrameHeader(kind, isReply: isReply, sessionTag: sessionTag, time: time), write)
    }

    /// Forgets what was under way, and says HELLO as after a boot.
    public func reset(isSaid: Bool = true) {
        isUnderWay = false
        sessionTag = 0
        identity.session &+= 1
        if isSaid { greet() }
    }

    /// Another board stands here from now on: it knows of nothing, runs another network, and says HELLO as after a boot.
    public func becomeOther(isSaid: Bool = true, _ change: (inout HelloMessage) -> Void) {
        change(&identity)
        identity.network = 0xB0B
        isOther = true
        reset(isSaid: isSaid)
    }

    // MARK: - The line

    /// Takes what the host sent.
    public func take(_ bytes: [UInt8], now: UInt64) {
        self.now = now
        for byte in bytes where decoder.push(byte) {
            framesToOther? += 1
            switch decoder.header.kind {
            case .hello: whenGreeted(self)
            case .install: if let message = InstallMessage(decoder.payload) { take(message) }
            default: break
            }
        }
    }

    /// When it has something to say next; nil: when it is asked.
    public var nextTime: UInt64? { waiting.map(\.time).min() }

    /// What it says now.
    public func said(now: UInt64) -> [UInt8] {
        self.now = now
        // A host may wait in shorter turns than anything is worth.
        if lastWhenever.map({ now >= $0 + 1000 }) ?? true {
            lastWhenever = now
            whenever(self)
        }
        if hasOther, framesToOther == nil { framesToOther = 0 }
        let due = waiting.filter { $0.time <= now }.sorted { $0.time < $1.time }
        waiting.removeAll { $0.time <= now }
        return due.flatMap(\.bytes)
    }

    private func take(_ message: InstallMessage) {
        steps += 1
        switch message.step {
        case .begin: begins += 1
        case .block: blocks += 1
        case .commit, .forget: orders += 1
        }
        let (status, next) = obeys(message) ? honest(message) : (.ok, self.next)
        whenAsked(self, message, InstalledMessage(answering: message, status, next: next))
        // The answer leaves before the session that tells of the other network.
        guard let order else { return }
        self.order = nil
        run(order.network, image: order.image)
    }

    private func honest(_ message: InstallMessage) -> (InstalledMessage.Status, UInt32) {
        switch message.step {
        case .begin(let length, let hash):
            if !isUnderWay || self.length != length || self.hash != hash { (image, next) = ([], 0) }
            (self.length, self.hash, isUnderWay) = (length, hash, true)
            return (.ok, next)
        case .block(let offset):
            guard isUnderWay else { return (.notBegun, 0) }
            let bytes = Array(InstallMessage.bytes(in: decoder.payload))
            guard offset <= next else { return (.outOfOrder, next) }
            guard Int(offset) + bytes.count <= Int(length) else { return (.tooLarge, next) }
            image += bytes.dropFirst(Int(next - offset))
            next = UInt32(image.count)
            return (.ok, next)
        case .commit:
            guard isUnderWay else { return (.notBegun, 0) }
            guard next == length else { return (.outOfOrder, next) }
            guard image.imageHash == hash else { return (.damaged, next) }
            order = (Array(image.dropFirst(64)).imageHash, hash)
            return (.ok, next)
        case .forget:
            order = (builtIn, nil)
            return (.ok, 0)
        }
    }

    /// Another network begins another session.
    private func run(_ network: UInt64?, image: UInt64?) {
        let told = (identity.minorVersion ?? 0) >= 4 ? image : nil
        guard network != identity.network || told != identity.image else { return }
        identity.network = network
        identity.image = told
        identity.session &+= 1
        sessionTag = sessionTag % 7 + 1
        greet()
    }
}

extension ShortText {
    fileprivate var imageHash: UInt64 { (0..<count).map { self[$0] }.imageHash }
}

extension [UInt8] {
    /// FNV-1a 64, as images are hashed.
    public var imageHash: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
