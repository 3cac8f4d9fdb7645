/// The course of an unhurried human movement from 0 to 1 (Flash and Hogan, 1985): 10 s³ − 15 s⁴ + 6 s⁵, still at both ends.
///
/// - Parameter part: of the movement's time; before 0 the answer is 0, after 1 it is 1.
func minimumJerk(_ part: Double) -> Double {
    let s = max(0, min(1, part))
    return s * s * s * (10 + s * (6 * s - 15))
}
