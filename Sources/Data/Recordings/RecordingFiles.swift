import Files

/// The recordings that a person means by these paths, each once.
///
/// A file stands for itself, whatever its name. A folder stands for the files in it (not in folders inside it) whose names end in
/// `.csv` or `.csv.gz`, sorted by name; names that start with a dot are passed over, as they are everywhere. A file that is named
/// twice, or itself and through its folder, comes once, where it was first.
///
/// - Throws: `notFound` for a path that leads nowhere, `noRecordings` for a folder without any.
public func recordingFiles(at paths: [String]) throws(RecordingError) -> [String] {
    var files: [String] = []
    var seen: Set<FileIdentity> = []
    for path in paths {
        for file in try recordings(at: path) where FileIdentity(of: file).map({ seen.insert($0).inserted }) ?? true {
            files.append(file)
        }
    }
    return files
}

/// What belongs to a recording's name.
package enum RecordingFile {
    /// The path of the sidecar that the recorder writes beside a recording.
    package static func sidecar(of recording: String) -> String {
        beside(recording, ".json")
    }

    /// The path of the MCAP file that says the same as a recording, beside it.
    package static func mcap(of recording: String) -> String { beside(recording, ".mcap") }

    private static func beside(_ recording: String, _ ending: String) -> String {
        recording.hasSuffix(".csv") ? String(recording.dropLast(4)) + ending : recording + ending
    }

    /// The name, without the folder, of what is not packed any more.
    package static func unpackedName(of recording: String) -> String {
        let name = Path.name(of: recording)
        return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    }
}

private func recordings(at path: String) throws(RecordingError) -> [String] {
    guard let kind = FileKind(at: path) else { throw .notFound(path: path) }
    guard kind == .folder else { return [path] }
    let names: [String]
    do throws(FileError) {
        names = try Folder.names(in: path)
    } catch {
        throw RecordingError(error)
    }
    let files = names.filter { isRecording($0) }.sorted().map { Path.joined(path, $0) }.filter { FileKind(at: $0) != .folder }
    guard !files.isEmpty else { throw .noRecordings(path: path) }
    return files
}

/// Looks at bytes: a `Character` may take a dot together with what stands beside it.
private func isRecording(_ name: String) -> Bool {
    let bytes = Array(name.lowercased().utf8)
    return bytes.first != UInt8(ascii: ".") && [".csv", ".csv.gz"].contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
}
