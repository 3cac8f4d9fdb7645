import Foundation

/// The recordings that a person means by these paths, each once.
///
/// A file stands for itself, whatever its name. A folder stands for the files in it (not in folders inside it) whose names end in
/// `.csv` or `.csv.gz`, sorted by name; names that start with a dot are passed over, as they are everywhere. A file that is named
/// twice, or itself and through its folder, comes once, where it was first.
///
/// - Throws: `notFound` for a path that leads nowhere, `noRecordings` for a folder without any.
public func recordingFiles(at paths: [String]) throws(RecordingError) -> [String] {
    var files: [String] = []
    var seen: Set<String> = []
    for path in paths {
        for file in try recordings(at: path) {
            let whole = URL(fileURLWithPath: file).standardizedFileURL.resolvingSymlinksInPath().path
            if seen.insert(whole).inserted { files.append(file) }
        }
    }
    return files
}

private func recordings(at path: String) throws(RecordingError) -> [String] {
    guard let itIsOne = isFolder(path) else { throw .notFound(path: path) }
    guard itIsOne else { return [path] }
    let names: [String]
    do {
        names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
        throw .notReadable(path: path, reason: "the folder could not be listed")
    }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    let files = names.filter { name in
        let small = name.lowercased()
        guard !name.hasPrefix("."), small.hasSuffix(".csv") || small.hasSuffix(".csv.gz") else { return false }
        return isFolder(prefix + name) == false
    }
    guard !files.isEmpty else { throw .noRecordings(path: path) }
    return files.sorted().map { prefix + $0 }
}

/// Nil if there is nothing at that path.
private func isFolder(_ path: String) -> Bool? {
    var answer: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &answer) ? answer.boolValue : nil
}
