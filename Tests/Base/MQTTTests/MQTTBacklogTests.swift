import MQTT
import Testing

@Suite("What a broker is still to be told")
struct MQTTBacklogTests {
    private func message(_ topic: String, _ payload: String) -> MQTTMessage { MQTTMessage(topic: topic, payload: payload) }

    @Test("is how things stand before all that waits, and of a topic only the newest word")
    func standing() {
        var backlog = MQTTBacklog(bytes: 1 << 20)
        backlog.append(message("event", "1"))
        backlog.keep(message("status", "offline"))
        backlog.keep(message("status", "online"))
        #expect(backlog.next(now: 0)?.payload == "online")
        #expect(backlog.next(now: 0)?.payload == "1")
        #expect(backlog.next(now: 0) == nil && !backlog.isEmpty)
        backlog.taken()
        backlog.taken()
        #expect(backlog.isEmpty)
    }

    @Test("is what stands once more at another connection, and nothing else")
    func another() {
        var backlog = MQTTBacklog(bytes: 1 << 20)
        backlog.keep(message("status", "online"))
        backlog.append(message("event", "1"))
        while backlog.next(now: 0) != nil {}
        backlog.beginAnew()
        #expect(backlog.next(now: 0)?.payload == "online")
        #expect(backlog.next(now: 0) == nil)
    }

    @Test("does not tell again what a topic says already")
    func same() {
        var backlog = MQTTBacklog(bytes: 1 << 20)
        backlog.keep(message("status", "online"))
        _ = backlog.next(now: 0)
        backlog.keep(message("status", "online"))
        #expect(backlog.next(now: 0) == nil)
    }

    @Test("goes sixteen at a time, and counts what is refused")
    func room() {
        var backlog = MQTTBacklog(bytes: 1 << 20)
        for number in 0..<20 { backlog.append(message("event", "\(number)")) }
        var sent = 0
        while backlog.next(now: 0) != nil { sent += 1 }
        #expect(sent == MQTTBacklog.most)
        backlog.taken(isRefused: true)
        #expect(backlog.next(now: 0)?.payload == "16" && backlog.dropped == 1)
    }

    @Test("takes back what a topic said once, and does not say it at another connection")
    func forgotten() {
        var backlog = MQTTBacklog(bytes: 1 << 20)
        backlog.keep(message("status", "online"))
        backlog.keep(message("state", "{}"))
        backlog.forget("status")
        backlog.forget("never")
        #expect(backlog.next(now: 0)?.payload == "{}")
        let taken = backlog.next(now: 0)
        #expect(taken?.topic == "status" && taken?.payload.isEmpty == true && taken?.isRetained == true)
        backlog.beginAnew()
        #expect(backlog.next(now: 0)?.topic == "state" && backlog.next(now: 0) == nil)
    }
}
