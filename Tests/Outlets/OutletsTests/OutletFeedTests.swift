import LiveLoop
import MotionCore
import Outlets
import Testing
import WireProtocol

private final class Heard: Outlet {
    var news: [OutletNews] = []
    var channelRate = 0.0
    var dropped: UInt64 { 0 }
    func tell(_ news: OutletNews) { self.news.append(news) }
    func close(within seconds: Double) {}

    var devices: [OutletDevice] { news.compactMap { if case .device(let device) = $0 { device } else { nil } } }
    var conditions: [DeviceCondition] { news.compactMap { if case .condition(let condition) = $0 { condition } else { nil } } }
    var gestures: [OutletGesture] { news.compactMap { if case .gesture(let gesture) = $0 { gesture } else { nil } } }
    var windows: [OutletWindow] { news.compactMap { if case .window(let window) = $0 { window } else { nil } } }
}

@Suite("What outlets hear of the live loop")
struct OutletFeedTests {
    private func hello(id: [UInt8] = [0xAB]) -> HelloMessage {
        var hello = HelloMessage(role: .device, session: 1)
        for byte in id { hello.uniqueID.append(byte) }
        hello.sensor = SensorDescription(rate: 50)
        return hello
    }

    @Test("is each beginning and end, numbered, with the time of the window's last sample")
    func gestures() {
        let heard = Heard()
        var now = 1000.5
        let feed = OutletFeed(heard, port: "/dev/ttyACM0") { now }
        feed.hear([0.1, 0.9], nil, at: 500_000, knownAt: 1000.498)
        feed.hear([0.1, 0.9], (1, .enter, 0.9), at: 990_000, knownAt: 1001)
        feed.hear([0.1, 0.9], nil, at: 1_000_000, knownAt: 1001.3)
        now = 1009
        feed.labelAbandoned(1, streamTime: 3_000_000)
        #expect(heard.gestures.map(\.phase) == [.enter, .exit] && heard.gestures.map(\.number) == [1, 2])
        let times = heard.gestures.map(\.time)
        #expect(abs(times[0] - 1000.988) < 1e-6 && abs(times[1] - 1002.998) < 1e-6)
        #expect(heard.gestures[1].confidence == nil && heard.windows.count == 3)
        #expect(abs(heard.windows[0].probabilities[1] - 0.9) < 1e-4)
    }

    @Test("is whether the device is there: after its greeting, not once it is silent, and again when it is counted")
    func condition() {
        let heard = Heard()
        let feed = OutletFeed(heard, port: "/dev/tty X") { 0 }
        var statistics = LiveStatistics()
        feed.linkChanged(.session(hello(id: [])), statistics: statistics)
        feed.linkChanged(.silent, statistics: statistics)
        feed.linkChanged(.statistics, statistics: statistics)
        statistics.samples = 50
        feed.linkChanged(.statistics, statistics: statistics)
        #expect(heard.conditions.map(\.isHere) == [true, false, false, true])
        #expect(heard.devices.map(\.id) == ["_dev_tty_X"])
        feed.linkChanged(.session(hello()), statistics: statistics)
        #expect(heard.devices.last?.id == "ab")
    }

    @Test("is nothing of another board's battery")
    func another() {
        let heard = Heard()
        let feed = OutletFeed(heard, port: "p") { 0 }
        feed.linkChanged(.session(hello()), statistics: LiveStatistics())
        var heartbeat = HeartbeatMessage()
        heartbeat.health = HeartbeatMessage.Health(battery: 87)
        feed.messageReceived(.heartbeat(heartbeat))
        feed.linkChanged(.session(hello()), statistics: LiveStatistics())
        feed.linkChanged(.session(hello(id: [1])), statistics: LiveStatistics())
        #expect(heard.conditions.map(\.battery) == [nil, 87, nil])
    }

    @Test("is a battery that a device tells, and none that it does not know")
    func battery() {
        let heard = Heard()
        let feed = OutletFeed(heard, port: "p") { 0 }
        var heartbeat = HeartbeatMessage()
        heartbeat.health = HeartbeatMessage.Health(battery: 87)
        feed.messageReceived(.heartbeat(heartbeat))
        feed.linkChanged(.statistics, statistics: LiveStatistics())
        heartbeat.health = HeartbeatMessage.Health(battery: 255)
        feed.messageReceived(.heartbeat(heartbeat))
        feed.linkChanged(.statistics, statistics: LiveStatistics())
        #expect(heard.conditions.map(\.battery) == [87, nil])
    }
}
