import Testing

@Suite("A host of the behaviour scripts")
struct HostBehaviourTests {
    @Test("sends and tells what each script says", arguments: try HostScript.all())
    func script(_ script: HostScript) throws {
        let run = HostRun(script)
        for event in script.events {
            var seen = try run.perform(event)
            for expected in event.follow {
                let place = seen.firstIndex(where: expected.covers)
                if let place { seen.remove(at: place) }
                let mayBeNone = expected.keyword == "sends" && expected.covers(ScriptLine(expected.words.dropLast() + ["0"]))
                let isThere = place != nil || mayBeNone
                #expect(isThere, "line \(event.line) wants: \(expected); what followed: \(seen)")
            }
            #expect(seen.isEmpty, "what line \(event.line) does not want")
            #expect(run.faults.isEmpty, "a frame that no host may send, at line \(event.line)")
        }
    }

    @Test("looks at every kind of frame that a host sends, and tells every outcome of a command")
    func completeness() throws {
        let scripts = try HostScript.all()
        #expect(scripts.map(\.looks).reduce([]) { $0.union($1) } == HostScript.sights)
        let lines = scripts.flatMap(\.events).flatMap(\.follow)
        let ends = lines.filter { $0.keyword == "settled" }.map { $0.words[2] }
        #expect(Set(ends) == ["applied", "late", "unsupported", "refused", "lost"])
        let refusals = lines.filter { $0.keyword == "refused" }.map { $0.words[2] }
        #expect(Set(refusals) == ["stale", "denied", "clock", "any"])
        let said = lines.filter { $0.keyword == "says" }.map { $0.words[1] }
        #expect(Set(said) == ["version", "loopback", "session-kept", "clock-unknown", "failsafe", "rate"])
    }
}
