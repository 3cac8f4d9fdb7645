import GuidedSessions
import Testing

@Suite("The rules of the gesture game")
struct GestureGameTests {
    private static func rules(rounds: Int? = nil, seed: UInt64 = 3) -> GameRules {
        GameRules(gestures: [1, 2, 4], limit: 4_000_000, pause: 1_000_000, rounds: rounds, seed: seed)
    }

    /// What a player is asked who is always right, one second after each announcement.
    private static func asked(_ count: Int, seed: UInt64) -> [Int] {
        var game = GestureGame(rules(seed: seed))
        var asked: [Int] = []
        var time: UInt64 = 0
        while asked.count < count {
            time += 1_000_000
            if let gesture = game.asked {
                asked.append(gesture)
                _ = game.recognise(gesture, at: time)
            }
            _ = game.advance(to: time)
        }
        return asked
    }

    @Test("the same seed asks for the same gestures, another one for others, each of them about as often")
    func seeds() {
        let asked = Self.asked(300, seed: 3)
        #expect(asked == Self.asked(300, seed: 3) && asked != Self.asked(300, seed: 4))
        for gesture in [1, 2, 4] { #expect((70...130).contains(asked.count { $0 == gesture })) }
    }

    @Test("after a rest a gesture is asked for; the right one in time counts, and the next one follows")
    func right() throws {
        var game = GestureGame(Self.rules())
        #expect(game.advance(to: 500) == nil)
        #expect(game.advance(to: 1_000_499) == nil)
        guard case .asked(let first, round: 1) = game.advance(to: 1_000_500) else { throw Unexpected() }
        #expect(game.asked == first && game.advance(to: 5_000_500) == nil)
        #expect(game.recognise(first, at: 5_000_500) == .right(first, after: 4_000_000))
        #expect(game.score == 1 && game.asked == nil && game.recognise(first, at: 5_100_000) == nil)
        #expect(game.advance(to: 5_200_000) == nil)
        guard case .asked(_, round: 2) = game.advance(to: 6_200_000) else { throw Unexpected() }
    }

    @Test("another gesture ends it; a label that takes no part means nothing")
    func wrong() throws {
        var game = GestureGame(Self.rules())
        _ = game.advance(to: 0)
        guard case .asked(let asked, _) = game.advance(to: 1_000_000) else { throw Unexpected() }
        #expect(game.recognise(0, at: 2_000_000) == nil && game.recognise(3, at: 2_000_000) == nil)
        let other = asked == 1 ? 2 : 1
        #expect(game.recognise(other, at: 2_000_000) == .over(.wrong(asked: asked, made: other)))
        #expect(game.ending == .wrong(asked: asked, made: other) && game.score == 0)
        #expect(game.advance(to: 9_000_000) == nil && game.recognise(asked, at: 9_000_000) == nil)
    }

    @Test("what is recognised after the limit is late, and so is nothing", arguments: [true, false])
    func late(isAnswered: Bool) throws {
        var game = GestureGame(Self.rules())
        _ = game.advance(to: 0)
        guard case .asked(let asked, _) = game.advance(to: 1_000_000) else { throw Unexpected() }
        let event = isAnswered ? game.recognise(asked, at: 5_000_001) : game.advance(to: 5_000_001)
        #expect(event == .over(.late(asked: asked)) && game.score == 0)
    }

    @Test("with a number of rounds, that many right ones win")
    func won() throws {
        var game = GestureGame(Self.rules(rounds: 2))
        var time: UInt64 = 0
        for _ in 0..<2 {
            while game.asked == nil {
                _ = game.advance(to: time)
                time += 500_000
            }
            _ = game.recognise(try #require(game.asked), at: time)
        }
        #expect(game.ending == nil && game.advance(to: time) == .over(.won) && game.score == 2)
    }

    @Test("where motion was lost the same gesture is asked for once more, also if the clock began anew")
    func lost() throws {
        var game = GestureGame(Self.rules())
        _ = game.advance(to: 70_000_000)
        guard case .asked(let asked, _) = game.advance(to: 71_000_000) else { throw Unexpected() }
        #expect(game.interrupt() == .broken(asked) && game.interrupt() == nil)
        #expect(game.advance(to: 0) == nil && game.advance(to: 1_000_000) == .asked(asked, round: 1))
    }

    private struct Unexpected: Error {}
}
