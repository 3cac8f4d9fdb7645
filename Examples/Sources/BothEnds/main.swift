// Both ends of the wire in memory, with the device core alone: no port, no file, nothing of the system's.
import MotionCore
import WireProtocol

// A device with one channel: acceleration along x, 4096 counts a g, 100 samples a second.
var identity = HelloMessage(role: .device, session: 1)
identity.sensor = SensorDescription(rate: 100)
identity.sensor.addChannel(
    ChannelDescription(kind: ChannelKind.accelerationX.rawValue, unit: .g, scale: 1 / 4096, offset: 0, fullScale: 8))

// Each end works in memory of ours, and allocates nothing.
let room = 8192
let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * room)
defer { memory.deallocate() }
var device = DeviceLink(identity: identity, units: ActuatorUnits(), memory: memory, memoryCount: room, now: 0)
var host = HostLink(session: 2, memory: memory + room, memoryCount: room)

var largest: Int16 = 0
for sample in 0..<1000 {
    let now = UInt64(sample) * 10_000
    var counts = Int16(sample % 100)
    device.push(&counts, takenAt: now, now: now)
    while device.poll(now: now) != nil {}
    for byte in UnsafeBufferPointer(start: device.outgoing, count: device.outgoingCount) {
        var event = host.receive(byte, now: now)
        while let happened = event {
            if case .samples(let frame) = happened {
                for index in 0..<frame.count {
                    var received: Int16 = 0
                    frame.read(index, into: &received)
                    largest = max(largest, received)
                }
            }
            event = host.next(now: now)
        }
    }
    device.consume(device.outgoingCount)
}
print("\(host.samples) samples arrived, \(host.lostSamples) were lost, the largest count was \(largest)")
