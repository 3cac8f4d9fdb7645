import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc

    @Suite("No wait is without an end")
    struct EndlessWaitTests {
        /// A library that stands before the system's, and gives no thread.
        private static func withoutThreads(_ world: WritingWorld) throws {
            try "int pthread_create(void *a, void *b, void *c, void *d) { return 11; }\n".write(
                toFile: world.motionq.path("no_threads.c"), atomically: true, encoding: .utf8)
            try world.expect("$(command -v cc || command -v clang) -shared -fPIC -o no_threads.so no_threads.c")
        }

        @Test(
            "where the system gives no threads: work is done on one core",
            arguments: [
                "train --data walk.csv --hidden 4 --window 20 --hop 20 --epochs 1 --state reset --no-made-up-background -o OUT",
                "evaluate --model model.safetensors --data walk.csv | grep -v 'time per window' >OUT",
                "import torch.safetensors --calibrate walk.csv --labels a,b,c --window 10 --hop 5 --inputs ax,ay,az,gx,gy,gz -o OUT",
                "quantize model.safetensors --calibrate walk.csv -o OUT",
            ])
        func work(_ verb: String) throws {
            let world = try WritingWorld()
            defer { world.remove() }
            try Self.withoutThreads(world)
            try world.expect("$MOTIONQ \(verb.replacing("OUT", with: "usual"))")
            try world.expect("LD_PRELOAD=./no_threads.so timeout -s KILL 300 $MOTIONQ \(verb.replacing("OUT", with: "alone"))")
            // Figures and models do not depend on how many threads there were.
            try world.expect("cmp usual alone")
        }

        @Test(
            "… and a live loop, which needs one, says so",
            arguments: ["demo", "monitor --port pty", "run --port pty --model model.safetensors"])
        func live(_ verb: String) throws {
            let world = try WritingWorld()
            defer { world.remove() }
            try Self.withoutThreads(world)
            let result = try world.shell("LD_PRELOAD=./no_threads.so timeout -s KILL 300 $MOTIONQ \(verb)")
            #expect(result.status == 69 && result.errors.contains("no thread"), "\(result)")
        }

        @Test(
            "at a local socket whose listener takes no connection",
            arguments: [
                "run --port socket --model model.safetensors --timeout 2", "monitor --port socket --timeout 2",
                "doctor --port socket",
                "install --port socket --model model.safetensors", "check --port socket",
            ])
        func socket(_ verb: String) throws {
            let world = try WritingWorld()
            defer { world.remove() }
            let full = try FullSocket(at: world.motionq.path("socket"))
            defer { full.close() }
            let result = try world.shell("timeout -s KILL 300 $MOTIONQ \(verb)")
            #expect([69, 0].contains(result.status), "\(result)")
            #expect((result.output + result.errors).contains("takes no connection"), "\(result)")
        }
    }

    /// A listener that has all the connections that it will take.
    private final class FullSocket {
        private var descriptors: [Int32] = []

        struct Failed: Error { let call: String }

        init(at path: String) throws {
            let listener = try Self.made()
            descriptors = [listener]
            guard Self.named(path, { bind(listener, $0, $1) }) == 0, listen(listener, 0) == 0 else { throw Failed(call: "listen") }
            while true {
                let caller = try Self.made()
                descriptors.append(caller)
                if Self.named(path, { connect(caller, $0, $1) }) != 0 { return }
            }
        }

        func close() { for descriptor in descriptors { Glibc.close(descriptor) } }

        private static func made() throws -> Int32 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            guard descriptor >= 0 else { throw Failed(call: "socket") }
            return descriptor
        }

        private static func named(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
        }
    }
#endif
