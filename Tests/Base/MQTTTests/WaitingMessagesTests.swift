import MQTT
import Testing

@Suite("What waits for a broker")
struct WaitingMessagesTests {
    private func message(_ payload: String, expires: Double? = nil) -> MQTTMessage {
        var message = MQTTMessage(topic: "t", payload: payload)
        message.expires = expires
        return message
    }

    @Test("leaves in the order in which it came")
    func order() {
        var waiting = WaitingMessages(bytes: 1 << 20)
        var taken: [String] = []
        for number in 0..<100 {
            waiting.append(message("\(number)"))
            if number % 3 == 2 { taken.append(waiting.take(now: 0)?.payload ?? "") }
        }
        while let next = waiting.take(now: 0) { taken.append(next.payload) }
        #expect(taken == (0..<100).map(String.init))
        #expect(waiting.isEmpty && waiting.dropped == 0)
    }

    @Test("has bounded size: the oldest goes first, and is counted")
    func bounded() {
        let size = message("000").cost
        var waiting = WaitingMessages(bytes: 10 * size)
        for number in 100..<150 { waiting.append(message("\(number)")) }
        #expect(waiting.count == 10 && waiting.dropped == 40)
        #expect(waiting.take(now: 0)?.payload == "140")
    }

    @Test("a message beyond all bounds is kept alone, rather than none")
    func huge() {
        var waiting = WaitingMessages(bytes: 100)
        waiting.append(message("a"))
        waiting.append(message(String(repeating: "b", count: 500)))
        #expect(waiting.count == 1 && waiting.dropped == 1)
    }

    @Test("what is too late by the time that it could leave is dropped and counted, and what comes after it is not")
    func late() {
        var waiting = WaitingMessages(bytes: 1 << 20)
        waiting.append(message("gesture", expires: 110))
        waiting.append(message("record"))
        waiting.append(message("young", expires: 120))
        #expect(waiting.take(now: 111)?.payload == "record")
        #expect(waiting.take(now: 111)?.payload == "young")
        #expect(waiting.take(now: 111) == nil && waiting.dropped == 1)
    }
}
