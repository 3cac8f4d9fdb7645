import Foundation
import TestSupport
import Testing

@Suite("A broker", .enabled(if: Broker.isWanted, Comment(rawValue: Broker.unwanted)), .serialized)
struct BrokerTests {
    @Test("hears of each gesture once, in order, and each beginning at the gesture's own topic", arguments: ["5", "3.1.1"])
    func gestures(version: String) throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        #expect(Patience.waits { broker.log.contains("SUBSCRIBE") })
        let board = world.board()
        let result = try world.run("mqtt://127.0.0.1:\(broker.port)?version=\(version)").wait()
        board.end()
        #expect(result.status == 0, "\(result.errors)")
        let gestures = BrokerWorld.gestures(try result.objects())
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= gestures.count })
        #expect(gestures.count >= 6 && BrokerWorld.told(subscriber) == gestures)
        #expect(subscriber.objects("/event").map { $0["number"] as? Int } == (1...gestures.count).map { $0 })
        let begun = subscriber.heard.filter { $0.topic.contains("/gesture/") }.map {
            String($0.topic.split(separator: "/").last ?? "")
        }
        #expect(begun == gestures.filter { $0.hasSuffix(" enter") }.map { String($0.dropLast(6)) })
        #expect(result.errors.contains("mqtt://127.0.0.1:\(broker.port): connected"))
    }

    @Test("that is told of the same gesture ten times fires ten times")
    func tenTimes() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        #expect(Patience.waits { broker.log.contains("SUBSCRIBE") })
        let board = world.board(loops: true, speed: 40)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)", arguments: [])
        #expect(Patience.waits { subscriber.messages("/gesture/shake").count >= 10 })
        let result = command.end()
        board.end()
        let shakes = BrokerWorld.gestures(try result.objects()).count { $0 == "shake enter" }
        #expect(Patience.waits { subscriber.messages("/gesture/shake").count >= shakes })
        #expect(Set(subscriber.messages("/gesture/shake")).count == subscriber.messages("/gesture/shake").count)
    }

    @Test("keeps how a device stands: whoever comes later finds it, and that it is gone when the command is")
    func standing() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let board = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)", arguments: [])
        #expect(command.waits(for: #""phase":"exit""#))
        let later = try Subscriber(broker, topics: "#")
        #expect(Patience.waits { later.messages("/status").first == "online" && later.objects("/state").last?["rate"] != nil })
        let found = later.heard.filter(\.isOld)
        #expect(found.count { $0.topic.hasPrefix("homeassistant/event/") } == 3)
        #expect(found.count { $0.topic.hasPrefix("homeassistant/device_automation/") } == 3)
        command.kill()
        #expect(Patience.waits { later.messages("/status").last == "offline" })
        board.end()
    }

    @Test("is told that a device is gone, and that it is back")
    func lost() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        let first = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)", arguments: [])
        #expect(Patience.waits { subscriber.messages("/status").last == "online" })
        first.end()
        #expect(Patience.waits { subscriber.messages("/status").last == "offline" })
        let second = world.board(loops: true)
        #expect(Patience.waits { subscriber.messages("/status").last == "online" })
        command.end()
        second.end()
    }

    @Test("that stands still delays nothing but itself, and hears afterwards of each gesture once")
    func halted() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        #expect(Patience.waits { broker.log.contains("SUBSCRIBE") })
        let board = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)?late=0", arguments: [])
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= 2 })
        broker.halt()
        let before = command.text.components(separatedBy: #""type":"event""#).count
        #expect(command.waits(for: #""type":"event""#, times: before + 20))
        broker.proceed()
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= before + 20 })
        let result = command.end()
        board.end()
        let gestures = BrokerWorld.gestures(try result.objects())
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= gestures.count })
        #expect(BrokerWorld.told(subscriber) == gestures)
    }

    @Test("that is ended and begins again is told what happened meanwhile, and nothing twice")
    func restarted() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        // The same one before and after: the broker keeps for it what comes meanwhile.
        let subscriber = try Subscriber(broker, topics: "motionq/#", ["-c", "-i", "watcher", "-x", "600"])
        #expect(Patience.waits { broker.log.contains("SUBSCRIBE") })
        let board = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)?late=0", arguments: [])
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= 4 })
        broker.end()
        let before = command.text.components(separatedBy: #""type":"event""#).count
        #expect(command.waits(for: #""type":"event""#, times: before + 10))
        try broker.restart()
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= before + 10 })
        let result = command.end()
        board.end()
        let gestures = BrokerWorld.gestures(try result.objects())
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= gestures.count })
        #expect(BrokerWorld.told(subscriber) == gestures)
        #expect(result.errors.contains("it is tried again, and what is to be told waits"))
    }

    @Test("with a full disk hears of each gesture once all the same")
    func full() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path, isDiskFull: true)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        try broker.publish("motionq/first", "here", ["-r"])
        #expect(Patience.waits { !subscriber.messages("/first").isEmpty })
        let board = world.board()
        let result = try world.run("mqtt://127.0.0.1:\(broker.port)").wait()
        board.end()
        let gestures = BrokerWorld.gestures(try result.objects())
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= gestures.count })
        #expect(result.status == 0 && gestures.count >= 6 && BrokerWorld.told(subscriber) == gestures)
    }

    @Test("in whose place another one stands that knows nothing is told how things stand, and no gesture twice")
    func replaced() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        #expect(Patience.waits { broker.log.contains("SUBSCRIBE") })
        let board = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)?late=0", arguments: [])
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= 4 })
        broker.end()
        try broker.forget()
        #expect(command.waits(forNote: "it is tried again"))
        try broker.restart()
        let later = try Subscriber(broker, topics: "motionq/#")
        #expect(Patience.waits { later.messages("/status").last == "online" })
        let before = command.text.components(separatedBy: #""type":"event""#).count
        #expect(command.waits(for: #""type":"event""#, times: before + 6))
        command.end()
        board.end()
        let numbers = later.objects("/event").compactMap { $0["number"] as? Int }
        #expect(!numbers.isEmpty && Set(numbers).count == numbers.count && numbers == numbers.sorted())
    }

    @Test("that was not there when a gesture was made does not hear of its beginning once it is too late to act on it")
    func late() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        // The broker keeps for it what comes before it is back.
        let subscriber = try Subscriber(broker, topics: "motionq/#", ["-c", "-i", "watcher", "-x", "600"])
        #expect(Patience.waits { broker.log.contains("SUBSCRIBE") })
        broker.end()
        let board = world.board()
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)?late=0.001", arguments: [])
        #expect(command.waits(for: #""type":"event""#, times: 6))
        try broker.restart()
        #expect(Patience.waits { BrokerWorld.told(subscriber).count >= 6 })
        let result = command.end()
        board.end()
        #expect(subscriber.heard.allSatisfy { !$0.topic.contains("/gesture/") })
        #expect(result.errors.contains("messages were not taken in time, and dropped"), "\(result.errors)")
    }

    @Test("hands on what a device is asked for: a light, and that nothing is recognised for a while")
    func requests() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "motionq/#")
        func ask(_ topic: String, _ payload: String, _ words: [String] = []) throws {
            try broker.publish("\(BrokerWorld.base)/set/\(topic)", payload, words)
        }
        // What was asked for in former times is not done now.
        try ask("led/2", "ON", ["-r"])
        let board = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)", arguments: [])
        #expect(Patience.waits { broker.log.contains("\(BrokerWorld.base)/set/#") })
        try ask("led/3", "ON")
        #expect(board.waits(for: #""type":"led","unit":3"#), "\(board.text.suffix(400))")
        try ask("recognition", "OFF")
        #expect(Patience.waits { subscriber.messages("\(BrokerWorld.base)/recognition").last == "OFF" })
        try ask("recognition", "ON")
        #expect(Patience.waits { subscriber.messages("\(BrokerWorld.base)/recognition").last == "ON" })
        try ask("led/9", "ON")
        #expect(command.waits(forNote: "is nothing that can be asked for"))
        command.end()
        // LED 2 lights for its own label alone, and every light of a label's is by a command of a window's.
        #expect(!board.end().split(separator: "\n").prefix { !$0.contains(#""unit":3"#) }.contains { $0.contains(#""unit":2"#) })
    }

    @Test("asks for another model: its gestures are told instead, and one that the board cannot serve is refused")
    func models() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let others = try world.models()
        let broker = try Broker(in: world.motionq.folder.path)
        let subscriber = try Subscriber(broker, topics: "#")
        let board = world.board(loops: true)
        let command = try world.run("mqtt://127.0.0.1:\(broker.port)", arguments: ["--models", others, "--wait"])
        func ask(_ name: String) throws { try broker.publish("\(BrokerWorld.base)/set/model", name) }
        #expect(Patience.waits { subscriber.messages("\(BrokerWorld.base)/model").last == "demo" })
        #expect(command.waits(for: #""type":"window""#))
        let select = try #require(subscriber.objects("/model/config").last)
        #expect(select["options"] as? [String] == ["demo", "bend", "few"])
        try ask("few.safetensors")
        #expect(Patience.waits { subscriber.messages("\(BrokerWorld.base)/model").last == "few" })
        #expect(command.waits(for: #""state":"session""#, times: 2))
        #expect(Patience.waits { subscriber.messages("/gesture_drive/config").last == "" })
        try ask("many")
        #expect(command.waits(forNote: "there is no model “many” here; there are demo, bend, few"))
        try ask("bend")
        #expect(command.waits(forNote: "few.safetensors goes on"))
        #expect(Patience.waits { subscriber.messages("\(BrokerWorld.base)/model").last == "few" })
        let before = command.text.components(separatedBy: #""type":"window""#).count
        #expect(command.waits(for: #""type":"window""#, times: before + 3))
        #expect(Set(subscriber.messages("\(BrokerWorld.base)/status")) == ["online"])
        let result = command.end()
        board.end()
        #expect(result.status == 0 && result.errors.contains("few.safetensors recognises from now on"), "\(result.errors)")
        // The board is reset by nobody: it counts its samples on.
        #expect(!board.text.contains("reset"))
    }
}
