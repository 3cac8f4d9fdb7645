import Models

extension FuzzTarget {
    /// Safetensors files, our models and PyTorch's state dicts among them.
    static let safetensors = FuzzTarget(
        "safetensors", reads: "models of our own, and state dicts of PyTorch, in safetensors files",
        sources: ["Sources/Model/Models/File/Safetensors"], longest: 16_384,
        words: ModelSeeds.safetensorsWords, seeds: { try ModelSeeds.safetensors() }, mend: SafetensorsMending.mend
    ) { bytes throws(FuzzFault) in
        let file: SafetensorsFile
        do throws(ModelFileError) {
            file = try SafetensorsFile(bytes: bytes, file: "f")
        } catch {
            return try requireShort("\(error)")
        }
        let again: SafetensorsFile
        do throws(ModelFileError) {
            again = try SafetensorsFile(bytes: file.serialized(file: "f"), file: "f")
        } catch {
            throw FuzzFault("a file that was read cannot be written and read again: \(error)")
        }
        try require(again == file, "a file that was written is read otherwise")
    }
}
