import Testing

@Suite("A device of the behaviour scripts")
struct DeviceBehaviourTests {
    /// A line's room is counted in frames, and the queue of `DeviceLink` in bytes: see DescribedChannelsTests.
    @Test("does what each script says, byte for byte", arguments: try DeviceScript.all(), Codec.allCases)
    func script(_ script: DeviceScript, _ codec: Codec) throws {
        guard codec == .c || script.events.allSatisfy({ $0.room == nil }) else { return }
        let boot = try #require(script.events.first)
        let slots = script.board.slot.map { ScriptedSlots(image: $0) }
        let board: any TwinBoard = slots.map { SlottedBoard(board: script.board, slots: $0) } ?? script.board
        let device = codec.device(board, now: boot.time)
        for event in script.events {
            if let room = event.room { (device as? CDevice)?.room = room }
            if let works = event.flashWorks { slots?.works = works }
            // What booting sent waits already.
            let report = device.perform(DeviceStep(time: event.time, action: event.action ?? .port(0)))
            #expect(hexadecimal(report.waiting) == hexadecimal(event.bytes), "what line \(event.line) makes it send")
            let expected = event.changes.sorted { ($0.actuator, $0.unit) < ($1.actuator, $1.unit) }
            let seen = report.changes.enumerated().map { number, change in
                let pattern = number < expected.count ? expected[number] : DeviceScript.Change(actuator: 0, unit: 0, pattern: 0)
                return pattern.seen(in: change.command)
            }
            #expect(seen == expected, "what line \(event.line) makes it do")
            _ = device.perform(DeviceStep(time: event.time, action: .port(.max)))
        }
    }

    @Test("meets every status of an ACK, and every message that a device sends by itself or in answer")
    func completeness() throws {
        let receiver = CReceiver()
        for script in try DeviceScript.all() { for event in script.events { receiver.feed(event.bytes[...]) } }
        let messages = receiver.reception.frames.compactMap { CCodec.message(of: $0) }
        #expect(Set(messages.map(\.type)) == [1, 2, 4, 5, 8, 15, 16])
        let statuses = messages.compactMap { if case .ack(let ack) = $0 { ack.status } else { nil } }
        #expect(Set(statuses) == Set(0...4))
    }

    @Test("meets every status of an INSTALLED, and sends no offset where none is told")
    func installations() throws {
        let receiver = CReceiver()
        for script in try DeviceScript.all() { for event in script.events { receiver.feed(event.bytes[...]) } }
        let answers = receiver.reception.frames.compactMap { CCodec.message(of: $0) }.compactMap { message in
            if case .installed(let answer) = message { answer } else { nil }
        }
        #expect(Set(answers.map(\.status)) == Set(0...7))
        #expect(Set(answers.filter { $0.status == 0 }.map(\.step)) == Set(0...3))
        let told = answers.filter { $0.next > 0 }
        #expect(told.allSatisfy { $0.status == 1 || ($0.status == 0 && $0.step < 2) })
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Codec {
    /// A device on a line with room for all that a script makes it say.
    fileprivate func device(_ board: any TwinBoard, now: UInt64) -> any DeviceTwin {
        switch self {
        case .swift: SwiftDevice(board, line: 16_384, now: now)
        case .c: CDevice(board, line: 16_384, now: now)
        }
    }
}
