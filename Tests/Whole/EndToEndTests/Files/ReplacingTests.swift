import Foundation
import TestSupport
import Testing

/// What stands at an output's path stays what it is, but for its bytes.
@Suite("A file that motionq writes")
struct ReplacingTests {
    private func withWorld(_ body: (WritingWorld) throws -> Void) throws {
        let world = try WritingWorld()
        defer { world.remove() }
        try body(world)
    }

    @Test("leaves a pipe a pipe, also where a link leads to it", arguments: WritingVerb.allCases)
    func pipe(_ verb: WritingVerb) throws {
        try withWorld { world in
            try world.expect("mkfifo pipe && ln -s pipe link")
            for name in ["pipe", "link"] {
                try world.expect(
                    "{ timeout 600 cat pipe >got & } && \(verb.command) \(name) && wait && test -p pipe && test -L link && test -s got"
                )
            }
        }
    }

    @Test("leaves a device a device", .enabled(if: geteuid() == 0, "only root makes devices"), arguments: WritingVerb.allCases)
    func device(_ verb: WritingVerb) throws {
        try withWorld { world in
            try world.expect("mknod null c 1 3 && ln -s null link")
            for name in ["null", "link"] { try world.expect("\(verb.command) \(name) && test -c null && test -L link") }
        }
    }

    @Test("leaves a link a link and replaces what it leads to, also what is not there yet", arguments: WritingVerb.allCases)
    func link(_ verb: WritingVerb) throws {
        try withWorld { world in
            try world.expect(
                "mkdir far && echo old >far/file && ln -s far/file link && ln -s ../link far/second && ln -s far/none new")
            for (link, target) in [("link", "far/file"), ("far/second", "far/file"), ("new", "far/none")] {
                try world.expect("\(verb.command) \(link) && test -L \(link) && test -s \(target) && ! grep -q '^old$' \(target)")
            }
            try world.expect("test \"$(ls -A far | tr '\\n' ' ')\" = 'file none second '")
        }
    }

    @Test("refuses links that lead in a circle: 74", arguments: WritingVerb.allCases)
    func circle(_ verb: WritingVerb) throws {
        try withWorld { world in
            let result = try world.shell("ln -s one two && ln -s two one && \(verb.command) one")
            #expect(result.status == 74, "\(result.errors)")
            try world.expect("test -L one && test -L two")
        }
    }

    @Test("keeps the mode of the old one; a new one obeys the umask", arguments: WritingVerb.quick)
    func mode(_ verb: WritingVerb) throws {
        try withWorld { world in
            try world.expect("echo old >file && chmod 600 file && \(verb.command) file && ls -l file | grep -q '^-rw-------'")
            try world.expect("umask 027 && \(verb.command) new && ls -l new | grep -q '^-rw-r-----'")
            try world.expect("umask 000 && \(verb.command) open && ls -l open | grep -q '^-rw-rw-rw-'")
        }
    }

    @Test(
        "keeps the owner of the old one", .enabled(if: geteuid() == 0, "only root gives files away"),
        arguments: WritingVerb.quick)
    func owner(_ verb: WritingVerb) throws {
        try withWorld { world in
            try world.expect("echo old >file && chown 1234:4321 file && chmod 640 file && \(verb.command) file")
            try world.expect("ls -ln file | grep -q '^-rw-r----- *1 *1234 *4321 '")
        }
    }

    @Test("may have as long a name as the file system takes", arguments: WritingVerb.quick)
    func longName(_ verb: WritingVerb) throws {
        try withWorld { world in
            let name = String(repeating: "n", count: 255)
            try world.expect("\(verb.command) \(name) && test -s \(name) && \(verb.command) \(name)")
        }
    }

    @Test("on a full disk leaves the old one as it was and nothing beside it: 74", arguments: WritingVerb.quick)
    func full(_ verb: WritingVerb) throws {
        try withWorld { world in
            // A bound on the size of files fails where a full disk would.
            try world.expect("mkdir out && echo old >out/file && cp out/file before")
            let result = try world.shell("ulimit -f 1 && \(verb.command) out/file >/dev/null 2>&1")
            #expect(result.status == 74, "\(result)")
            try world.expect("cmp out/file before && test \"$(ls -A out)\" = file")
        }
    }
}
