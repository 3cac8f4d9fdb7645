import Foundation
import Testing
import Transport

@Suite("A pseudo-terminal's link")
struct PseudoTerminalTests {
    @Test("leads to the slave and goes away at close")
    func lifetime() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("sensor")
        let terminal = try PseudoTerminal.open(linkPath: path)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == terminal.slavePath)
        #expect(try directory.entries() == ["sensor"])
        terminal.close()
        terminal.close()
        #expect(try directory.entries() == [])
    }

    @Test("goes away when the terminal is released without close")
    func released() throws {
        let directory = try ScratchDirectory()
        do { _ = try PseudoTerminal.open(linkPath: directory.path("sensor")) }
        #expect(try directory.entries() == [])
    }

    @Test("replaces a symbolic link left over from before")
    func replaces() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("sensor")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
        let terminal = try PseudoTerminal.open(linkPath: path)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == terminal.slavePath)
    }

    @Test("replaces nothing but a symbolic link")
    func refuses() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("precious")
        #expect(FileManager.default.createFile(atPath: path, contents: Data("kept".utf8)))
        let error = failure { () throws(TransportError) in _ = try PseudoTerminal.open(linkPath: path) }
        #expect(error?.code == .io)
        #expect(error?.description == "\(path) is there already and is not a symbolic link; remove it, or choose another path")
        #expect(FileManager.default.contents(atPath: path) == Data("kept".utf8))
        #expect(try directory.entries() == ["precious"])
    }

    @Test("is left alone at close when someone else has replaced it")
    func replacedByOthers() throws {
        let directory = try ScratchDirectory()
        let path = directory.path("sensor")
        let first = try PseudoTerminal.open(linkPath: path)
        let second = try PseudoTerminal.open(linkPath: path)
        first.close()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == second.slavePath)
    }

    @Test("in a directory that is not there throws notFound")
    func noDirectory() throws {
        let path = try ScratchDirectory().path("missing/sensor")
        #expect(failure { () throws(TransportError) in _ = try PseudoTerminal.open(linkPath: path) }?.code == .notFound)
    }

    @Test("carries bytes written before anyone opened the slave")
    func earlyBytes() throws {
        let terminal = try PseudoTerminal.open()
        try terminal.transport.send(everyByte)
        let port = try DescriptorTransport.open(terminal.slavePath)
        #expect(try port.receive(exactly: 256) == everyByte)
    }
}
