import Foundation
import TestSupport
import Testing

@Suite("A broker that lets in whom it knows", .enabled(if: Broker.isWanted, Comment(rawValue: Broker.unwanted)), .serialized)
struct BrokerAccessTests {
    private func shell(_ world: BrokerWorld, _ script: String) throws {
        let result = try world.motionq.shell(script)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Runs until the broker has heard of a gesture.
    private func hears(_ world: BrokerWorld, _ broker: Broker, _ address: String, _ words: [String]) throws {
        let subscriber = try Subscriber(broker, topics: "motionq/#", words)
        let board = world.board(loops: true)
        let command = try world.run(address, arguments: [])
        #expect(Patience.waits { !subscriber.objects("/event").isEmpty || !command.isRunning }, "\(command.notes)")
        #expect(!subscriber.objects("/event").isEmpty, "\(command.notes)")
        command.end()
        board.end()
    }

    @Test("takes a user with the password, and says of another one why not: the device is followed all the same")
    func password() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let folder = world.motionq.folder.path
        try shell(world, "mosquitto_passwd -b -c people ann 'p@ss:/word' && chmod 0600 people")
        let broker = try Broker(in: folder, ["password_file \(folder)/people"])
        try hears(
            world, broker, "mqtt://ann:p%40ss%3A%2Fword@127.0.0.1:\(broker.port)", ["-u", "ann", "-P", "p@ss:/word"])
        let board = world.board()
        let result = try world.run("mqtt://ann:wrong@127.0.0.1:\(broker.port)").wait()
        board.end()
        #expect(result.status == 0)
        #expect(try BrokerWorld.gestures(result.objects()).count >= 6)
        #expect(result.errors.contains("refuses the connection: Not authorized"), "\(result.errors)")
        #expect(!result.errors.contains("wrong"))
    }

    /// An authority, a server's certificate for 127.0.0.1 and a client's, and an authority that nobody trusts.
    private static let certificates = """
        for name in ca other; do openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$name" \
        -keyout $name.key -out $name.pem; done
        for name in server client; do openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$name" \
        -keyout $name.key -out $name.csr; echo "subjectAltName=IP:127.0.0.1" >$name.ext
        openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile $name.ext -out $name.pem; done
        chmod 0600 *.key
        """

    @Test("speaks encrypted, and takes a client by its certificate alone")
    func certificate() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let folder = world.motionq.folder.path
        try shell(world, Self.certificates)
        let broker = try Broker(
            in: folder,
            [
                "cafile \(folder)/ca.pem", "certfile \(folder)/server.pem", "keyfile \(folder)/server.key",
                "require_certificate true", "use_identity_as_username true",
            ])
        let own = ["--cafile", "\(folder)/ca.pem", "--cert", "\(folder)/client.pem", "--key", "\(folder)/client.key"]
        let address = "mqtts://127.0.0.1:\(broker.port)"
        try hears(world, broker, "\(address)?ca=\(folder)/ca.pem&cert=\(folder)/client.pem&key=\(folder)/client.key", own)
        for (query, sentence) in [
            ("ca=\(folder)/other.pem&cert=\(folder)/client.pem&key=\(folder)/client.key", "it is tried again"),
            ("ca=\(folder)/ca.pem", "it is tried again"),
        ] {
            let board = world.board()
            let result = try world.run("\(address)?\(query)").wait()
            board.end()
            #expect(result.status == 0 && result.errors.contains(sentence), "\(result.errors)")
        }
    }

    @Test("is trusted as the system trusts it, comes back after a restart, and takes the password of the environment")
    func system() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let folder = world.motionq.folder.path
        try shell(world, Self.certificates)
        try shell(world, "mosquitto_passwd -b -c people ann secret && chmod 0600 people")
        let broker = try Broker(
            in: folder,
            ["certfile \(folder)/server.pem", "keyfile \(folder)/server.key", "password_file \(folder)/people"])
        let board = world.board(loops: true)
        let command = try world.run(
            "mqtts://ann@127.0.0.1:\(broker.port)", arguments: [],
            environment: ["SSL_CERT_FILE": "\(folder)/ca.pem", "MOTIONQ_MQTT_PASSWORD": "secret"])
        #expect(command.waits(forNote: "connected"))
        broker.end()
        #expect(command.waits(forNote: "it is tried again"))
        try broker.restart()
        #expect(Patience.waits { command.notes.components(separatedBy: ": connected").count > 2 })
        command.end()
        board.end()
    }

    @Test("is not begun with when a file of a certificate is missing, which is named")
    func missingFile() throws {
        let world = try BrokerWorld()
        defer { world.end() }
        let board = world.board()
        let result = try world.run("mqtts://127.0.0.1:1?ca=nowhere.pem", arguments: ["--until-disconnected"]).wait()
        board.end()
        #expect(result.errors.contains("nowhere.pem: No such file"), "\(result.errors)")
    }
}
