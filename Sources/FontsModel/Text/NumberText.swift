package import Foundation

/// Numbers, sizes and dates in the user's form.
package enum NumberText {
    /// Returns a count, such as `12,345`.
    package static func count(_ count: Int) -> String {
        count.formatted(.number.locale(Translation.locale))
    }

    /// Returns a number with at most some digits after the decimal point, such as the value of an axis.
    package static func decimal(_ number: Double, places: Int = 2) -> String {
        number.formatted(.number.precision(.fractionLength(0...places)).locale(Translation.locale))
    }

    /// Returns the version of a font (`head.fontRevision`), such as `3.019`: a name with a point in every language, not a
    /// number.
    package static func version(_ revision: Double) -> String {
        let text = String((revision * 1_000).rounded() / 1_000)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns a share of one in percent, rounded down, so that only a whole is 100 %.
    package static func percent(_ share: Double) -> String {
        tr("{number} %").filled(["number": count(Int(max(0, min(1, share)) * 100))])
    }

    /// Returns a size of files, such as `1.2 MB`, by powers of 1,000.
    package static func bytes(_ bytes: Int64) -> String {
        guard bytes >= 1_000 else { return trn("{count} byte", "{count} bytes", Int(max(0, bytes))) }
        let units = [tr("{number} kB"), tr("{number} MB"), tr("{number} GB")]
        var (size, unit) = (Double(bytes) / 1_000, 0)
        // What would be shown as 1,000 is one of the next unit.
        while size >= 999.5, unit < units.count - 1 { (size, unit) = (size / 1_000, unit + 1) }
        return units[unit].filled(["number": decimal(size, places: size < 100 ? 1 : 0)])
    }

    /// Returns a day and time, such as `27 Nov 2026, 11:10`.
    package static func date(_ date: Date) -> String {
        date.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: Translation.locale))
    }
}

/// Lists of names within a sentence.
package enum ListText {
    /// Returns up to three names, and the number of the others.
    package static func names(_ names: [String]) -> String {
        switch names.count {
        case 0: return ""
        case 1: return names[0]
        case 2: return tr("{first} and {second}").filled(["first": names[0], "second": names[1]])
        case 3:
            return tr("{first}, {second} and {third}").filled([
                "first": names[0], "second": names[1], "third": names[2],
            ])
        default:
            return trn("{names} and {count} more", "{names} and {count} more", names.count - 2)
                .filled(["names": tr("{first}, {second}").filled(["first": names[0], "second": names[1]])])
        }
    }

    /// Returns a name in quotation marks.
    package static func quoted(_ name: String) -> String { tr("“{name}”").filled(["name": name]) }
}
