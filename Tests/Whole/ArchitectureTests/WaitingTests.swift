import Foundation
import TestSupport
import Testing

@Suite("Whatever waits stands in one list, with its end")
struct WaitingTests {
    /// Calls that may wait, as they stand in the sources.
    static let ways = [
        "usleep(", "nanosleep(", "Thread.sleep", "Task.sleep", "pthread_cond_wait(", "pthread_cond_timedwait", "pthread_join(",
        "concurrentPerform", "DispatchQueue", "DispatchSemaphore", "DispatchGroup", "waitUntilExit", "waitpid(", "readLine(",
        "poll(&", "select(", "flock(", "lockf(", ".connect(descriptor", "accept(descriptor", "tcdrain(", "sp_drain(", "sp_blocking",
        "sp_wait(", "fsync(", "NSCondition", ".wait()", "withCheckedContinuation",
    ]

    @Test("in ARCHITECTURE.md: each file that has such a call, and no other")
    func list() throws {
        let sources = Repository.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var waiting: Set<String> = []
        for case let file as URL in files where ["swift", "c"].contains(file.pathExtension) {
            let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                !$0.drop { $0 == " " }.hasPrefix("//")
            }
            guard code.contains(where: { line in Self.ways.contains { line.contains($0) } }) else { continue }
            waiting.insert(String(file.path.dropFirst(sources.path.count + 1)))
        }
        let page = try String(contentsOf: Repository.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Blocking calls").dropFirst().first)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
        let listed = Set(rows.map { $0.split(separator: "`")[1] }.map(String.init))
        #expect(
            listed == waiting, "missing: \(waiting.subtracting(listed).sorted()); idle: \(listed.subtracting(waiting).sorted())")
        #expect(rows.allSatisfy { $0.split(separator: "|").count == 3 }, "file, what it waits for, and when that ends")
    }
}
