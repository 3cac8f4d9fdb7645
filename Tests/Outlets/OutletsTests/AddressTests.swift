import Formatting
import MQTT
import Outlets
import Testing

@Suite("Addresses of outlets")
struct AddressTests {
    @Test("a broker has its usual port and topics unless something else is asked for")
    func broker() throws {
        let usual = MQTTAddress(host: "house", port: 1883)
        #expect(try OutletAddress("mqtt://house") == .mqtt(usual))
        #expect(usual.prefix == "motionq" && usual.discovery == "homeassistant" && usual.version == .five && usual.patience == 10)
        guard
            case .mqtt(let asked) = try OutletAddress(
                "mqtts://ann:p%40ss@[::1]:8884/home//wand/?version=3.1.1&discovery=ha&late=2.5&ca=a.pem&cert=c.pem&key=k.pem")
        else {
            Issue.record("no broker")
            return
        }
        #expect(asked.host == "::1" && asked.port == 8884 && asked.isSecure)
        #expect(asked.user == "ann" && asked.password == "p@ss")
        #expect(asked.prefix == "home/wand" && asked.discovery == "ha" && asked.version == .three && asked.patience == 2.5)
        #expect(asked.authority == "a.pem" && asked.certificate == "c.pem" && asked.key == "k.pem")
    }

    @Test("a stage, a socket and a port for WebSockets are read")
    func others() throws {
        var stage = OSCAddress(host: "10.0.0.7", port: 9000)
        #expect(try OutletAddress("osc://10.0.0.7:9000") == .osc(stage))
        (stage.prefix, stage.channelRate) = ("/my_show/left", 25)
        #expect(try OutletAddress("osc://10.0.0.7:9000/my%20show/left?channels=25") == .osc(stage))
        #expect(try OutletAddress("unix:run/a b.sock") == .socket(path: "run/a b.sock"))
        #expect(try OutletAddress("unix:///run/m.sock") == .socket(path: "/run/m.sock"))
        #expect(try OutletAddress("ws:8787") == .webSocket(port: 8787))
        #expect(try OutletAddress("ws:") == .webSocket(port: 0))
    }

    @Test(
        "what is wrong with one is said in a sentence that names the part, and never the password",
        arguments: [
            ("house", "is no outlet"), ("http://house", "is no outlet"), ("mqtt:house", "names no host"),
            ("mqtt://", "names no host"), ("mqtt://u:secret@house:0", "has a port that is none"),
            ("mqtt://u:secret@house:99999", "has a port that is none"),
            ("mqtt://u:secret@house?versoin=5", "asks for “versoin”, which is not known"),
            ("mqtt://house?late=1&late=2", "asks for “late” twice"), ("mqtt://house?version=4", "not 3.1.1 or 5"),
            ("mqtt://house?late=soon", "says “late” after no number"), ("mqtt://house/a%23", "has a topic with"),
            ("mqtt://u:secret@house?ca=a.pem", "encrypts nothing"),
            ("mqtts://house?ca=a&cert=c.pem", "names one of “cert” and “key”"),
            ("ann:secret@house", "is no outlet"),
            ("mqtt:ann:secret@house", "names no host"), ("mqtt:/ann:secret@house", "names no host"),
            ("osc://house", "names no port"), ("osc://house:1?channels=0", "“channels” at a rate beyond"),
            ("unix:", "names no path"), ("ws:70000", "is no port"),
        ])
    func refused(address: String, problem: String) {
        let error = #expect(throws: AddressError.self) { try OutletAddress(address) }
        let sentence = error.map { "\($0)" } ?? ""
        #expect(sentence.contains(problem) && !sentence.contains("secret"), "\(sentence)")
    }

    @Test("names become parts of topics: plain, each once, never empty")
    func names() {
        #expect(OutletNames.plain("Kreis links/rechts") == "Kreis_links_rechts")
        #expect(OutletNames.plain("") == "_")
        #expect(OutletNames.plain(["a b", "a_b", "ü", "ö", "x"]) == ["a_b", "a_b_1", "_", "__3", "x"])
    }
}
