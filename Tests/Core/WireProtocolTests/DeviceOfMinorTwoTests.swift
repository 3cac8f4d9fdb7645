import MotionCore
import Testing
import WireProtocol

@Suite("A device that a host of minor 2 talks to")
struct DeviceOfMinorTwoTests {
    @Test("announces its minor version and its actuators, whatever its program says")
    func announcement() {
        let device = DeviceOnABench(drains: false)
        #expect(device.drain().first?.hello?.minorVersion == 5)
        #expect(device.link.identity.units == ActuatorUnits(led: 4, rgb: 1, buzzer: 1))
        device.link.beginSession(DeviceOnABench.identity(session: 9), now: device.now)
        #expect(device.drain().first?.hello?.units == ActuatorUnits(led: 4, rgb: 1, buzzer: 1))
    }

    @Test("hands up the names of classes, readable until the next byte")
    func labels() {
        let device = DeviceOnABench()
        var rest = ShortText()
        for byte in "rest".utf8 { rest.append(byte) }
        let events = device.host(.labels) {
            LabelsMessage(count: 2, first: 1, rest: 1).write(to: &$0)
            #expect(LabelsMessage.write(name: rest, to: &$0))
        }
        guard case .labelled(let labels)? = events.first else {
            Issue.record("no labels")
            return
        }
        #expect(labels.first == 1 && labels.rest == 1 && labels.named == 1)
        let name = LabelsMessage.name(0, in: device.link.payload)
        #expect((0..<name.count).map { name[$0] } == Array("rest".utf8))
    }

    @Test("tells in its heartbeats the health that its program told")
    func health() {
        let device = DeviceOnABench()
        device.pass(milliseconds: 1000)
        device.link.health = HeartbeatMessage.Health(battery: 80, temperature: -150)
        device.pass(milliseconds: 1000)
        #expect(
            device.drain().map(\.heartbeat.health) == [nil, HeartbeatMessage.Health(battery: 80, temperature: -150)])
    }

    @Test("does not ask its program for what its capabilities deny, and changes nothing")
    func denied() {
        let device = DeviceOnABench(rate: 200)
        var config = ConfigMessage(sequence: 9)
        config.samplesPerFrame = 1
        config.rotationFullScale = 4
        #expect(device.host(.config) { config.write(to: &$0) }.isEmpty)
        #expect(device.drain().map(\.ack.known) == [.unsupported])
        device.stream(4, rate: 200)
        #expect(device.drain().map(\.header.count) == [4])
    }
}
