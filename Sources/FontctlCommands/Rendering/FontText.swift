import FontRegistry

// How facts of fonts read in tables.

extension FontFace {
    /// The weight, or the range of a variable face's.
    var weightText: String {
        guard let axis = axes.first(where: { $0.tag == "wght" }) else { return decimal(weight) }
        return "\(decimal(axis.minimum))–\(decimal(axis.maximum))"
    }
}

extension FontDescriptor {
    /// The full name of the instance, else of the face.
    var fullName: String { instance.map { "\(face.family) \($0.name)" } ?? face.fullName }

    /// The weight, or for a variable face as such the range.
    var weightText: String { instance == nil ? face.weightText : decimal(weight) }

    /// Where the font comes from, in a word.
    var originText: String {
        switch origin {
        case .file: "file"
        case .system: "system"
        case .registered(_, let scope, _, _, _): scope.rawValue
        }
    }
}

extension [FontFace] {
    /// The PostScript names; of many the first few.
    var namesText: String {
        let shown = prefix(4).map(\.postscriptName).joined(separator: ", ")
        return count > 4 ? "\(shown) and \(count - 4) more" : shown
    }
}

/// A number with at most so many decimals.
func decimal(_ number: Double, places: Int = 2) -> String {
    guard number.isFinite else { return "\(number)" }
    let scale = places == 3 ? 1_000.0 : 100.0
    let rounded = (number * scale).rounded() / scale
    return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
}

/// A number of bytes in the largest decimal unit that leaves at least one.
func byteCount(_ bytes: Int) -> String {
    var size = Double(bytes)
    for unit in ["bytes", "kB", "MB", "GB"] {
        if size < 1_000 || unit == "GB" {
            let rounded = unit == "bytes" ? size : (size * 10).rounded() / 10
            return bytes == 1 ? "1 byte" : "\(decimal(rounded)) \(unit)"
        }
        size /= 1_000
    }
    return "\(bytes) bytes"
}
