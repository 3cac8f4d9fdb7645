import Foundation
import TestSupport

/// A reader of bytes that others may have written, and what holds of it whatever the bytes are.
///
/// The program of `make fuzz` hands it inputs of libFuzzer's, the tests hand it mutants of its seeds. A trap, a read outside of
/// memory and a hang are faults by themselves; `check` throws where a property is broken that nothing else would show.
package struct FuzzTarget: Sendable {
    /// A word of small letters.
    package let name: String
    /// What the bytes are meant to be.
    package let reads: String
    /// Places in the repository whose code it is to reach: files whose path begins with one of these.
    package let sources: [String]
    /// Most bytes of an input.
    package let longest: Int
    /// Words of the format, which random bytes hardly hit upon.
    package let words: [String]
    /// Inputs from which mutants are made, small and sound, besides the files in Tests/Support/FuzzInputs.
    private let made: @Sendable () throws -> [[UInt8]]
    /// Makes checksums and lengths of a mutant true, so that it gets behind them; nil where a format has none.
    package let mend: (@Sendable (inout [UInt8]) -> Void)?
    /// Reads an input.
    package let check: @Sendable ([UInt8]) throws(FuzzFault) -> Void

    init(
        _ name: String, reads: String, sources: [String], longest: Int = 4096, words: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]], mend: (@Sendable (inout [UInt8]) -> Void)? = nil,
        check: @escaping @Sendable ([UInt8]) throws(FuzzFault) -> Void
    ) {
        (self.name, self.reads, self.sources, self.longest, self.words) = (name, reads, sources, longest, words)
        (made, self.mend, self.check) = (seeds, mend, check)
    }

    /// Inputs from which mutants are made: small and sound ones, and those that once broke something.
    package func seeds() throws -> [[UInt8]] {
        let folder = Repository.path("Tests/Support/FuzzInputs/\(name)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try made() + names.sorted().map { Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
    }

    /// Every target, in the order of the families of modules.
    package static let all: [FuzzTarget] = [
        frames, host, device, image, store, text, witMotion, mavLink, live, capture, safetensors, model, torch, coreML, onnx, keras,
        tensorFlowLite, recording, table, moments, json, mcap, feedbackMap, page, broker,
    ]
}

/// A property that an input has broken.
package struct FuzzFault: Error, CustomStringConvertible {
    /// A sentence that says which.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless a person can be shown the sentence: who shows it escapes what names in it hold, and it is no longer than the
/// longest name of an input makes it.
func requireShort(_ sentence: String) throws(FuzzFault) {
    try require(sentence.utf8.count < 32_768, "a refusal has \(sentence.utf8.count) bytes")
}

/// Throws unless a property holds.
func require(_ isKept: Bool, _ property: @autoclosure () -> String) throws(FuzzFault) {
    if !isKept { throw FuzzFault(property()) }
}
