/// Text from a device or a file, or the name of one, as it may be shown on a terminal: control characters escaped, and those that
/// are not seen and turn or hide what is; bytes that are no UTF-8 by their numbers.
public func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        if let byte = scalar.undecodableByte {
            shown += "\\x" + byte.hexadecimal.uppercased()
        } else if scalar.deceives {
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown
}
