import Foundation
import TestSupport
import Testing

@Suite("The files of an export go together")
struct ExportSetTests {
    /// A world with another model, `other.safetensors`, and an export of the first in `net`, a copy of which is in `before`.
    private func withExport(_ body: (WritingWorld) throws -> Void) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try world.expect("\(WritingVerb.takeOver.command) other.safetensors")
        try world.expect("$MOTIONQ export --model model.safetensors -o net && cp -r net before")
        try body(world)
    }

    @Test("a disk that is full halfway leaves all files of the old export: 74")
    func full() throws {
        try withExport { world in
            // network.h has less than 4 kB, network.c of the other model more.
            let result = try world.shell("ulimit -f 8 && $MOTIONQ export --model other.safetensors -o net >/dev/null 2>&1")
            #expect(result.status == 74, "\(result)")
            try world.expect("diff -r net before")
            try world.expect("ulimit -f 8; $MOTIONQ export --model other.safetensors -o new/folder; test ! -e new")
        }
    }

    @Test("a file that cannot be replaced leaves all others as they were: 74")
    func folderInTheWay() throws {
        try withExport { world in
            try world.expect("for f in net before; do rm $f/module.modulemap && mkdir $f/module.modulemap; done")
            #expect(try world.shell("$MOTIONQ export --model other.safetensors -o net").status == 74)
            try world.expect("diff -r net before")
        }
    }

    @Test("other files of the folder, links and modes stay")
    func foreign() throws {
        try withExport { world in
            try world.expect("echo mine >net/Makefile && mkdir net/sub && chmod 600 net/network.c && ln -s net link")
            try world.expect("mv net/network.h far.h && ln -s ../far.h net/network.h")
            try world.expect(
                "$MOTIONQ export --model other.safetensors -o link && $MOTIONQ export --model other.safetensors -o fresh")
            try world.expect(
                "for f in network.h network.c Network.swift module.modulemap network.mqn; do cmp net/$f fresh/$f || exit; done")
            try world.expect("test -L link && test -L net/network.h && cmp far.h fresh/network.h && grep -q mine net/Makefile")
            try world.expect("ls -l net/network.c | grep -q '^-rw-------' && test \"$(ls -A net | wc -l)\" -eq 7")
        }
    }

    @Test("a compiler refuses a mixture of two exports")
    func mixture() throws {
        try withExport { world in
            let compile = "cc -fsyntax-only -I '\(Repository.path("Sources/Core/CMotionCore/include"))'"
            try world.expect("\(compile) net/network.c")
            try world.expect("$MOTIONQ export --model other.safetensors -o other && cp other/network.h net")
            let result = try world.shell("\(compile) net/network.c")
            #expect(result.status != 0 && result.errors.contains("motionq export"), "\(result.errors)")
        }
    }

    @Test("a folder that cannot be made is refused with the reason: 74")
    func unmakeable() throws {
        try withExport { world in
            for folder in ["walk.csv", "walk.csv/net"] {
                let result = try world.shell("$MOTIONQ export --model model.safetensors -o \(folder)")
                #expect(result.status == 74 && result.errors.contains("Not a directory"), "\(result.errors)")
            }
            let long = String(repeating: "n", count: 300)
            let tooLong = try world.shell("$MOTIONQ export --model model.safetensors -o net/\(long)")
            #expect(tooLong.status == 74 && tooLong.errors.contains("too long"), "\(tooLong.errors)")
            try world.expect("diff -r net before")
        }
    }
}
