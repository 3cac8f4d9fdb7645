import Foundation
import TestSupport
import Testing

@Suite("The live loop stays one that a reader keeps in mind")
struct LiveLoopTests {
    private static let file = "Sources/Live/LiveLoop/LivePipeline.swift"

    @Test("it holds fourteen properties at most")
    func properties() throws {
        let text = try String(contentsOf: Repository.root.appending(path: Self.file), encoding: .utf8)
        let declaration = try #require(text.range(of: "public final class LivePipeline {\n"))
        // The class itself ends with a bracket at the margin; what follows are extensions.
        let body = text[declaration.upperBound...].components(separatedBy: "\n}\n")[0]
        let stored = body.split(separator: "\n").filter { line in
            let words = line.split(separator: " ")
            let isProperty =
                line.hasPrefix("    ") && line.dropFirst(4).first != " " && (words.contains("let") || words.contains("var"))
            return isProperty && !words.contains("static") && words.last != "{" && !line.contains("{ ") && !line.hasPrefix("    //")
        }
        #expect(stored.count > 8, "the properties were not found")
        #expect(stored.count <= 14, "\(stored.map(String.init))")
    }

    @Test("it recognises in one place, with and without conversion")
    func recognition() throws {
        let folder = Repository.root.appending(path: "Sources/Live/LiveLoop")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let pipeline = try files.filter { $0.lastPathComponent.hasPrefix("LivePipeline") }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        #expect(pipeline.components(separatedBy: "func recognise(").count == 2)
        #expect(pipeline.components(separatedBy: "act(on: ").count == 2, "one call")
    }
}
