import FontCatalog
import FontRegistry
import Foundation

@testable import FontctlCommands

extension DownloadReport {
    static var hostile: DownloadReport {
        var report = DownloadReport(names: [Values.hostile, Values.hostile], isCheck: false)
        report.rows[0].status = .present
        report.rows[0].font = FontDescriptor(face: Values.hostileFace, path: Values.hostile, origin: .system)
        report.rows[1].status = .failed
        report.rows[1].error = Values.hostileError
        report.warnedOf = [Values.hostileError]
        return report
    }
}

extension DownloadList {
    static var hostile: DownloadList { DownloadList(families: [.hostile]) }
}

extension PinReport {
    static var hostile: PinReport { PinReport(families: [.hostile], isPinned: true) }
}

extension UpgradeReport {
    static var hostile: UpgradeReport {
        var offer = FontUpgrade(.hostile, .replaced)
        (offer.version, offer.replacement, offer.reason) = (Values.hostile, Values.hostile, Values.hostile)
        var failed = UpgradeReport.Row(FontUpgrade(.hostile, .available))
        failed.error = Values.hostileError
        return UpgradeReport(rows: [UpgradeReport.Row(offer), failed], warnedOf: [Values.hostileError])
    }
}

extension DownloadedFamily {
    fileprivate static var hostile: DownloadedFamily {
        let names = ["catalog", "address", "id", "family", "version", "document"]
        var members: [String: Any] = [
            "files": [Values.hostile], "date": 0, "asker": "person",
            "consent": [["text": Values.hostile, "date": 0] as [String: Any]], "isPinned": true,
            "isWhole": true, "earlier": [String](),
        ]
        for name in names { members[name] = Values.hostile }
        guard let bytes = try? JSONSerialization.data(withJSONObject: members),
            let origin = try? JSONDecoder().decode(DownloadOrigin.self, from: bytes)
        else { preconditionFailure("the members of an origin") }
        return DownloadedFamily(origin: origin, registrations: [Values.hostileRegistration], size: 1)
    }
}
