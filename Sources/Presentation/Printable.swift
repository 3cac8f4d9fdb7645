/// Text from a device or a file as it may be shown on a terminal: control characters escaped.
public func printable(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
        if scalar.isControl { shown += "\\u{\(String(scalar.value, radix: 16))}" } else { shown.unicodeScalars.append(scalar) }
    }
    return shown
}
