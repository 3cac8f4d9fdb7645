import TestSupport
import Testing

@Suite("An option of import that can be right for no network")
struct ImportOptionTests {
    static let wrong = [
        "--labels a,b,a", "--labels a,,c", "--labels ,", "--window 0", "--window 4097", "--hop 0", "--hop 11", "--rate 0",
        "--rate nan",
        "--rate inf", "--rate 10001", "--inputs ax,ay,az,gx,gy,gy", "--inputs ax,,ay,az,gx,gy,gz", "--inputs acceleration,ax,gx,gy",
        "--mean 0,0,0", "--mean 0,0,0,0,0,x", "--mean 0,,0,0,0,0,0", "--mean 0,0,0,0,0,nan", "--std 1,1,1,1,1,0",
        "--std 1,1,1,1,1,inf",
        "--std 1,1,1,1,1,1e-39", "--rest d", "--rest ''",
    ]

    @Test("is refused with 64 and a sentence, before the network is read", arguments: wrong, ["torch.safetensors", "nowhere"])
    func refused(_ option: String, _ network: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        let usual = ["--labels": "a,b,c", "--window": "10", "--inputs": "ax,ay,az,gx,gy,gz"]
        let words = usual.filter { !option.hasPrefix($0.key) }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let result = try world.shell("$MOTIONQ import \(network) -o new \(words.joined(separator: " ")) \(option)")
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("Error: --"), "\(result.errors)")
        try world.expect("test ! -e new")
    }

    @Test("is not one whose count only the network tells: that is 65", arguments: ["--labels a,b", "--inputs ax,ay,az"])
    func ofThisNetwork(_ option: String) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        let usual = ["--labels": "a,b,c", "--window": "10", "--inputs": "ax,ay,az,gx,gy,gz"]
        let words = usual.filter { !option.hasPrefix($0.key) }.map { "\($0.key) \($0.value)" }
        let result = try world.shell("$MOTIONQ import torch.safetensors -o new \(words.joined(separator: " ")) \(option)")
        #expect(result.status == 65, "\(result.errors)")
    }

    @Test("may name a group of features, whose members --mean counts")
    func groups() throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect(
            "$MOTIONQ import torch.safetensors -o new --labels a,b,c --window 10 --inputs acceleration,rotation --mean 1,1,1,1,1,1")
        let result = try world.shell(
            "$MOTIONQ import torch.safetensors -o new --labels a,b,c --window 10 --inputs acceleration,rotation --mean 1,1")
        #expect(result.status == 64, "\(result.errors)")
    }
}
