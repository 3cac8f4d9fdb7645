import Foundation
import TestSupport
import Testing

#if os(Linux)
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
                "import torch.safetensors --data walk.csv --labels a,b,c --window 10 --hop 5 --inputs ax,ay,az,gx,gy,gz -o OUT",
                "quantize model.safetensors --data walk.csv -o OUT",
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
            let full = try FullSocket(world.motionq.path("socket"))
            defer { full.close() }
            let result = try world.shell("timeout -s KILL 300 $MOTIONQ \(verb)")
            #expect([69, 0].contains(result.status), "\(result)")
            #expect((result.output + result.errors).contains("takes no connection"), "\(result)")
        }
    }
#endif
