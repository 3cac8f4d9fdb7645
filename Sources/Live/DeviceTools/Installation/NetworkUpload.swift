import WireProtocol

/// The way of a network image to a device, stage by stage (PROTOCOL.md §6.13), from its first HELLO on:
///
///     begin, block, …, block, HELLO, commit, HELLO
///
/// One message is under way at a time, and is repeated until it is answered. Nothing is believed: a board is asked who it is before
/// it is told to run what came, and before it is begun with once more; afterwards only its HELLO shows that it runs it. Every stage
/// has its end, and so has the whole, whatever the device answers. No I/O, and no clock of its own.
///
///     if let message = upload.due(now) { send(message) }
///     upload.take(answer, now)
///     upload.hear(board, now)
struct NetworkUpload {
    /// What is to be sent.
    enum Message {
        /// A host's HELLO, for the device's.
        case hello
        case step(InstallMessage)
    }

    /// Where it stands.
    enum State: Equatable {
        case running
        /// The device runs what it shall, as its HELLO says.
        case done
        case failed(InstallFailure.Reason)
    }

    /// What is under way.
    private enum Stage {
        /// HELLO is asked for: the step goes to no board but the one that was greeted.
        case greeting(before: InstallMessage.Step)
        /// An answer is waited for.
        case stepping(InstallMessage.Step)
        /// The device says that it is done: its HELLO shall say so, too.
        case verifying
    }

    private(set) var state = State.running
    /// Whether the device was told to run another network, and what it said.
    private(set) var order = InstallFailure.Order.none
    /// Bytes of the image that are there.
    private(set) var sent = 0
    /// Messages that were sent again.
    private(set) var repetitions = 0

    private let goal: InstallGoal
    /// The device at the beginning, and as it greeted last.
    private let before: Board
    private var device: Board

    private var stage: Stage
    private var sequence: UInt16
    private let started: UInt64
    private var entered: UInt64
    private var lastSent: UInt64?
    /// Of this stage: what has greeted in it.
    private var heard: Board?

    /// Times that the image was begun; a device that resets in between is begun with again, and so is a damaged image.
    private var beginnings = 1
    /// Answers that took no block.
    private var stalls = 0
    /// The first time that the device wanted what it had already.
    private var retreat: (from: Int, to: Int)?

    /// Microseconds for an answer, before the same message is sent again. A device's flash may take some hundreds.
    static let patience: UInt64 = 250_000
    static let helloPatience: UInt64 = 500_000
    /// Microseconds after which a device that does not answer is given up.
    static let longestSilence: UInt64 = 10_000_000
    /// Microseconds after a switch for its HELLO to be the new network's, at least and at most.
    static let settling: UInt64 = 300_000
    static let longestSettling: UInt64 = 5_000_000
    /// Microseconds for an image, whatever the line: some, and more for every byte. A line of 9600 baud takes half of them.
    static let longestStart: UInt64 = 30_000_000
    static let longestByte: UInt64 = 2000
    /// A device that resets again and again is given up.
    static let mostBeginnings = 5
    /// So is one whose answers take no block.
    static let mostStalls = 20
    /// Bytes of a block: whole words of any flash memory, so that most blocks need not be gathered.
    static let blockBytes = 224

    /// - Parameters:
    ///   - device: the board that has greeted just now, and no other one.
    ///   - sequence: of the first step, drawn by the caller, so that it is none that the device remembers.
    init(_ goal: InstallGoal, on device: Board, sequence: UInt16, now: UInt64) {
        self.goal = goal
        self.device = device
        self.sequence = sequence
        before = device
        stage = .stepping(goal.firstStep)
        started = now
        entered = now
    }
}

// MARK: - What is due

extension NetworkUpload {
    /// The message that is to be sent now; nil if none is, or it is all over.
    mutating func due(_ now: UInt64) -> Message? {
        guard case .running = state else { return nil }
        judgeTime(now)
        guard case .running = state, isDue(now) else { return nil }
        if lastSent != nil { repetitions += 1 }
        lastSent = now
        switch stage {
        case .greeting, .verifying: return .hello
        case .stepping(let step):
            if step.isOrder { order = .given }
            return .step(InstallMessage(sequence: sequence, step: step))
        }
    }

    /// The bytes that go with a block; none with another step.
    func bytes(of message: InstallMessage) -> ArraySlice<UInt8> {
        guard case .block(let offset) = message.step, case .install(let image, _, _) = goal else { return [] }
        return image[Int(offset)..<min(image.count, Int(offset) + Self.blockBytes)]
    }

    private func isDue(_ now: UInt64) -> Bool {
        guard let lastSent else { return true }
        if case .stepping = stage { return now >= lastSent + Self.patience }
        return now >= lastSent + Self.helloPatience
    }

    /// Ends what has taken too long, and what has been long enough.
    private mutating func judgeTime(_ now: UInt64) {
        if case .verifying = stage { return judgeHello(now) }
        if now >= entered + Self.longestSilence { return state = .failed(.unanswered(step)) }
        let longest = Self.longestStart + UInt64(goal.length) * Self.longestByte
        if now >= started + longest { state = .failed(.tooSlow(sent: sent, seconds: Int((now - started) / 1_000_000))) }
    }

    /// The step that is under way; nil while HELLO is waited for.
    private var step: InstallFailure.Step? {
        if case .stepping(let step) = stage { InstallFailure.Step(step) } else { nil }
    }
}

// MARK: - Answers

extension NetworkUpload {
    /// Takes an answer; one to another step than the present one is an old one, or another's, and passed over.
    mutating func take(_ answer: InstalledMessage, _ now: UInt64) {
        guard case .running = state, lastSent != nil, case .stepping(let step) = stage else { return }
        guard answer.sequence == sequence, answer.step == InstallMessage(sequence: sequence, step: step).code else { return }
        let status = InstalledMessage.Status(code: answer.status)
        if step.isOrder { note(status) }
        switch (step, status) {
        case (.commit, .ok), (.forget, .ok): enter(.verifying, now)
        case (.begin, .ok): begin(at: answer.next, now)
        case (.block(let offset), .ok), (.block(let offset), .outOfOrder): goOn(at: answer.next, after: Int(offset), now)
        case (.commit, .outOfOrder): goOn(at: answer.next, after: goal.length, now)
        case (.block, .notBegun), (.commit, .notBegun): beginAgain(.resets, now)
        case (.block, .damaged), (.commit, .damaged): beginAgain(.damaged, now)
        default: state = .failed(.refused(InstallFailure.Step(step), status: answer.status))
        }
    }

    /// What the order came to. One that has reset since, or whose answer is not understood, may have been obeyed.
    private mutating func note(_ status: InstalledMessage.Status?) {
        switch status {
        case .ok: order = .acknowledged
        case .notBegun, nil: break
        case .outOfOrder, .tooLarge, .damaged, .invalid, .flash, .unsupported: order = .none
        }
    }

    /// A device may have a part of this very image.
    private mutating func begin(at next: UInt32, _ now: UInt64) {
        guard next <= goal.length else { return state = .failed(.wantsBeyond(next)) }
        sent = 0
        advance(to: Int(next), now)
    }

    private mutating func goOn(at next: UInt32, after offset: Int, _ now: UInt64) {
        guard next <= goal.length else { return state = .failed(.wantsBeyond(next)) }
        let next = Int(next)
        if next < offset, retreat == nil { retreat = (offset, next) }
        if next < min(goal.length, offset + Self.blockBytes) || next <= sent {
            stalls += 1
            guard stalls < Self.mostStalls else {
                return state = .failed(retreat.map { .goesBack(from: $0.from, to: $0.to) } ?? .standsStill(at: next))
            }
        }
        advance(to: next, now)
    }

    private mutating func advance(to next: Int, _ now: UInt64) {
        sent = max(sent, next)
        enter(next == goal.length ? .greeting(before: .commit) : .stepping(.block(offset: UInt32(next))), now)
    }

    /// - Parameter reason: why it is over if it was begun too often.
    private mutating func beginAgain(_ reason: InstallFailure.Reason, isGreeted: Bool = false, _ now: UInt64) {
        guard beginnings < Self.mostBeginnings else { return state = .failed(reason) }
        beginnings += 1
        sent = 0
        let first = goal.firstStep
        enter(isGreeted ? .stepping(first) : .greeting(before: first), now)
    }

    private mutating func enter(_ stage: Stage, _ now: UInt64) {
        self.stage = stage
        entered = now
        lastSent = nil
        heard = nil
        sequence &+= 1
    }
}

// MARK: - HELLO

extension NetworkUpload {
    /// A board has greeted: the same one, perhaps after a reset, or another one, to which nothing is sent any more.
    mutating func hear(_ board: Board, _ now: UInt64) {
        guard case .running = state else { return }
        guard board.isSame(as: before) else { return state = .failed(.otherBoard(board)) }
        let isReset = board.session != device.session
        device = board
        heard = board
        switch stage {
        case .verifying: break
        case .greeting, .stepping:
            if order == .given, isNew(board) { return enter(.verifying, now, heard: board) }
            if isReset, goal.standing(of: board) != .reached { order = .none }
            if case .greeting(let step) = stage, !isReset || step.isFirst { return enter(.stepping(step), now) }
            if isReset { beginAgain(.resets, isGreeted: true, now) }
        }
    }

    /// The device may have restarted, or another one may be there: what is under way waits until it has greeted.
    mutating func loseTrack(_ now: UInt64) {
        guard case .running = state, case .stepping(let step) = stage else { return }
        enter(.greeting(before: step), now)
    }

    /// Whether the device runs what it shall, and did not before: the answer to the order was lost.
    private func isNew(_ board: Board) -> Bool {
        goal.standing(of: board) == .reached && (board.network != before.network || board.image != before.image)
    }

    private mutating func enter(_ stage: Stage, _ now: UInt64, heard board: Board) {
        enter(stage, now)
        heard = board
    }

    /// Whether what greeted after the switch runs what it shall. A device that restarts for it greets late.
    private mutating func judgeHello(_ now: UInt64) {
        let standing = heard.map { goal.standing(of: $0) }
        if now >= entered + Self.settling, standing == .reached { return state = .done }
        guard now >= entered + Self.longestSettling else { return }
        switch standing {
        case .reached: state = .done
        case .otherNetwork: state = .failed(.notRunning(device))
        case .otherOptions: state = .failed(.otherOptions(device))
        case .untold: state = .failed(.untold)
        case nil: state = .failed(.silentAfterwards)
        }
    }
}

extension InstallMessage.Step {
    /// Whether it tells the device to run another network.
    fileprivate var isOrder: Bool {
        switch self {
        case .commit, .forget: true
        case .begin, .block: false
        }
    }

    /// Whether it is the first of its goal's.
    fileprivate var isFirst: Bool {
        switch self {
        case .begin, .forget: true
        case .block, .commit: false
        }
    }
}

extension InstallGoal {
    fileprivate var firstStep: InstallMessage.Step {
        switch self {
        case .install(let image, let hash, _): .begin(length: UInt32(image.count), hash: hash)
        case .forget: .forget
        }
    }
}
