import Formatting
import Foundation
import LiveLoop
import LivePage
import MotionCore
import PageServer
import Testing
import Transport
import WireProtocol

@Suite("Several devices on one page")
struct PageDevicesTests {
    private let pages: [RunPage]
    private let devices: PageDevices

    init() {
        pages = ["left", "right"].map { hand in
            var model = PageModel()
            (model.title, model.labels) = ("of the \(hand)", ["rest", "wave"])
            return RunPage(model, wording: PlainWording())
        }
        devices = PageDevices(zip(["left hand", "right hand"], pages).map { ($0, $1) })
    }

    private func hello(_ name: String) -> HelloMessage {
        var device = HelloMessage(role: .device, session: 1)
        for byte in name.utf8 { device.name.append(byte) }
        device.sensor = SensorDescription(rate: 50)
        return device
    }

    private func told(_ client: Int) throws -> [[String: Any]] {
        try devices.messages(for: client).compactMap { message in
            guard case .text(let text) = message else { return nil }
            return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        }
    }

    /// How each stands, as a page hears it last: its device, and whether it is there.
    private func standing(_ lines: [[String: Any]]) -> (shown: Int?, devices: [String]) {
        let line = lines.last { $0["type"] as? String == "devices" } ?? [:]
        let each = line["devices"] as? [[String: Any]] ?? []
        return (
            line["shown"] as? Int,
            each.map { "\($0["name"] ?? ""), \($0["device"] ?? ""), \($0["is_here"] as? Bool == true)" }
        )
    }

    @Test("a page is told nothing before it says which one it shows, and then of that one")
    func chosen() throws {
        devices.opened(1)
        #expect(try told(1).isEmpty)
        devices.received("device 1", from: 1)
        let lines = try told(1)
        #expect(lines.first?["title"] as? String == "of the right")
        #expect(standing(lines).shown == 1)
    }

    @Test("another one is shown from the beginning, and the one before is told of no more")
    func changed() throws {
        devices.opened(1)
        devices.received("device 0", from: 1)
        _ = try told(1)
        devices.received("device 1", from: 1)
        pages[0].say("of the left hand")
        pages[1].say("of the right hand")
        let lines = try told(1)
        #expect(lines.first?["title"] as? String == "of the right")
        #expect(lines.compactMap { $0["sentence"] as? String } == ["of the right hand"])
    }

    @Test("how the others stand is told when it changes")
    func standing() throws {
        devices.opened(1)
        devices.received("device 0", from: 1)
        #expect(standing(try told(1)).devices == ["left hand, , false", "right hand, , false"])
        pages[1].linkChanged(.session(hello("Nano")), statistics: LiveStatistics())
        #expect(standing(try told(1)).devices == ["left hand, , false", "right hand, Nano, true"])
        #expect(try told(1).isEmpty)
        pages[1].linkChanged(
            .disconnected(TransportError(.disconnected, port: "there", operation: "read")), statistics: LiveStatistics())
        #expect(standing(try told(1)).devices == ["left hand, , false", "right hand, Nano, false"])
    }

    @Test("of one that is followed no more it is told why")
    func ended() throws {
        devices.opened(1)
        devices.received("device 0", from: 1)
        _ = try told(1)
        pages[0].end("there is no port")
        let lines = try told(1)
        #expect(lines.compactMap { $0["sentence"] as? String } == ["there is no port"])
        let each = lines.last { $0["type"] as? String == "devices" }?["devices"] as? [[String: Any]]
        #expect(each?.map { $0["has_ended"] as? Bool } == [true, false])
    }

    @Test("two pages may show two of them, or one that is not there: that one is told nothing")
    func pagesApart() throws {
        for (client, device) in [(1, "0"), (2, "1"), (3, "2"), (4, "-1"), (5, "x")] {
            devices.opened(client)
            devices.received("device \(device)", from: client)
        }
        #expect(try (1...5).map { try told($0).first?["title"] as? String } == ["of the left", "of the right", nil, nil, nil])
        devices.closed(2)
        #expect(try told(2).isEmpty)
    }
}
