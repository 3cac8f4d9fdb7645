import Fleet
import MQTT
import Testing

@Suite("Where a fleet's devices are on a broker")
struct FleetTopicsTests {
    private let topics = FleetTopics(MQTTAddress(host: "house", port: 1883))

    @Test(
        "a device's bucket is the lowest byte of its id's CRC-32, as zlib counts it",
        arguments: [("73696d756c617465642d30", 0xEB), ("0102", 0x69), ("board_7", 0xBF), ("a", 0x43), ("_", 0xE8)])
    func bucket(id: String, bucket: Int) {
        #expect(FleetTopics.bucket(of: id) == bucket)
    }

    @Test("stands in each of its topics, behind the prefix")
    func written() {
        #expect(topics.topic(.up, of: "0102") == "motionq/fleet/69/0102/up")
        var address = MQTTAddress(host: "house", port: 1883)
        address.prefix = "plant/hall"
        #expect(FleetTopics(address).topic(.down, of: "board 7") == "plant/hall/fleet/bf/board_7/down")
        #expect(topics.filter(.up) == "motionq/fleet/+/+/up" && topics.filter(.set, bucket: 10) == "motionq/fleet/0a/+/set/#")
    }

    @Test("topics are read again; what is none is nothing")
    func read() {
        for kind in FleetTopics.Kind.allCases {
            let read = topics.read(topics.topic(kind, of: "0102"))
            #expect(read?.id == "0102" && read?.kind == kind && read?.rest == "")
        }
        #expect(topics.read("motionq/fleet/69/0102/set/led/3").map { "\($0.kind) \($0.rest)" } == "set led/3")
        for other in ["", "motionq/fleet", "motionq/fleet/69", "motionq/fleet/69/0102", "motionq/fleet/69/0102/gesture/a", "x/up"] {
            #expect(topics.read(other) == nil, "\(other)")
        }
    }

    @Test("a device is one shard's alone, however many there are, and all of them are wanted", arguments: [1, 2, 3, 8, 100, 256])
    func shards(count: Int) throws {
        let shards = try (1...count).map { try #require(Shard($0, of: count)) }
        for bucket in 0..<FleetTopics.buckets { #expect(shards.count { $0.has(bucket: bucket) } == 1) }
        let sizes = shards.map { shard in (0..<FleetTopics.buckets).count(where: shard.has(bucket:)) }
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }

    @Test("a shard is read as n/of", arguments: ["3/8", "1/1", "256/256"])
    func shard(text: String) { #expect(Shard(text)?.description == text) }

    @Test("and refused otherwise", arguments: ["", "3", "0/8", "9/8", "1/257", "-1/8", "1/8/2", "a/b", "1/"])
    func noShard(text: String) { #expect(Shard(text) == nil) }
}
