import CPageFiles
import PageServer

/// The page's own files, which are inside the program.
enum PageFiles {
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// - Parameter path: `/` for the page itself.
    static func file(_ path: String) -> PageFile? {
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        guard let type = types[String(name.drop { $0 != "." }.dropFirst())] else { return nil }
        let file = page_file(name)
        guard let bytes = file.bytes else { return nil }
        return PageFile(type: type, bytes: Array(UnsafeBufferPointer(start: bytes, count: file.count)))
    }
}
