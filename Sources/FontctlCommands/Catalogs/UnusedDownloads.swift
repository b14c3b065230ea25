import ArgumentParser
import FontCatalog
import FontRegistry
import TUF

/// A number of days, such as `90d`.
struct DayCount: ExpressibleByArgument {
    let days: Int

    init?(argument: String) {
        guard argument.hasSuffix("d"), let days = Int(argument.dropLast()), (1...36_500).contains(days) else {
            return nil
        }
        self.days = days
    }

    /// The time before which a use is too long ago, in seconds since 1970.
    var limit: Int64 { KnownCatalog.now.seconds - Int64(days) * 86_400 }
}

/// The downloaded families that are removed because nobody used them.
struct UnusedDownloads: Sendable {
    var found: [UnusedDownload]

    var json: JSON {
        .array(
            found.map { unused in
                let origin = unused.family.origin
                return [
                    "family": .string(origin.family), "id": .string(origin.id), "catalog": .string(origin.catalog),
                    "size": JSON(unused.family.size), "used": .string(Timestamp(seconds: unused.used).description),
                ]
            })
    }

    func rows(isDryRun: Bool) -> [[String]] {
        found.map { unused in
            let origin = unused.family.origin
            let day = Timestamp(seconds: unused.used).description.prefix(10)
            return [
                isDryRun ? tr("would unregister") : tr("unregistered"), origin.family, origin.catalog,
                byteCount(Int(clamping: unused.family.size)), tr("last used \(day)"),
            ]
        }
    }
}
