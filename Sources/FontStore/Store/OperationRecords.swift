import FontModel
import Foundation
import GRDB

/// The user's last operations, which can be undone or redone, and the contents whose bytes are kept for that.
extension Database {
    /// Records an operation, and deletes the oldest ones beyond the limits.
    ///
    /// - Returns: Its number.
    @discardableResult
    func insertOperation(_ operation: RecordedOperation) throws -> Int64 {
        try executeCached(
            "INSERT INTO operation VALUES (?, ?, ?, ?, ?, ?)",
            [
                operation.number == 0 ? nil : operation.number, operation.generation, operation.time,
                operation.size, jsonText(operation.record), operation.isUndone,
            ])
        let number = lastInsertedRowID
        for sha256 in operation.neededContents {
            try executeCached("INSERT INTO keptContent VALUES (?, ?)", [sha256, number])
        }
        var (operations, size) = (0, 0)
        for row in try Row.fetchAll(self, sql: "SELECT number, count FROM operation ORDER BY number DESC") {
            operations += 1
            size += try row.count(1)
            guard operations > 1 else { continue }
            if operations > FontLimits.operationsKept || size > FontLimits.changesKept {
                let oldest: Int64 = try row.cell(0)
                try execute(sql: "DELETE FROM operation WHERE number <= ?", arguments: [oldest])
                break
            }
        }
        return number
    }

    func deleteOperation(_ number: Int64) throws {
        try execute(sql: "DELETE FROM operation WHERE number = ?", arguments: [number])
    }

    /// Returns the number of an operation if it is recorded, or of the last one.
    ///
    /// - Parameter isUndone: Whether the operation was undone.
    func operationNumber(_ number: Int64?, isUndone: Bool) throws -> Int64? {
        try Int64.fetchOne(
            self, sql: "SELECT max(number) FROM operation WHERE isUndone = ? AND (number = ? OR ? IS NULL)",
            arguments: [isUndone, number, number])
    }

    /// Returns an operation; see ``operationNumber(_:isUndone:)``.
    func operation(_ number: Int64?, isUndone: Bool) throws -> RecordedOperation? {
        try operationNumber(number, isUndone: isUndone).flatMap { number in
            try firstRow("SELECT * FROM operation WHERE number = ?", [number])
        }.map(RecordedOperation.init)
    }

    /// Returns the recorded operations that were undone, or the others, the last one first.
    func operations(isUndone: Bool) throws -> [RecordedOperation] {
        try rows(
            "SELECT * FROM operation WHERE isUndone = ? ORDER BY number DESC", [isUndone], RecordedOperation.init)
    }

    /// Returns the PostScript name of the first face of a content.
    func firstName(contentID: Int64) throws -> String {
        try firstRow(
            "SELECT postscriptName FROM face WHERE contentID = ? ORDER BY faceIndex LIMIT 1", [contentID]
        )?.cell(0) ?? ""
    }

    /// Whether the bytes of a content are kept for an operation.
    func isKept(sha256: String) throws -> Bool {
        try firstRow("SELECT 1 FROM keptContent WHERE sha256 = ? LIMIT 1", [sha256]) != nil
    }

    /// Returns the contents whose bytes are kept, with the time of the last operation that needs them, newest first.
    func keptContents() throws -> [(sha256: String, time: Double)] {
        try rows(
            """
            SELECT sha256, max(time) FROM keptContent JOIN operation ON operation.number = keptContent.operation
            GROUP BY sha256 ORDER BY max(number) DESC, sha256
            """
        ) { (try $0.contentHash(0), try $0.cell(1)) }
    }

    /// Returns the hash of a registration that was replaced or removed, as far as its operation is recorded or its file is
    /// hidden, and the caller may see it.
    func contentHash(ofFormerRegistration id: String, for caller: Caller) throws -> String? {
        // Any caller may ask, and the records may be large: those without the id are not decoded.
        let operations = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT * FROM operation WHERE instr(record, ?) > 0 ORDER BY isUndone, number DESC
                    """), arguments: [id])
        while let operation = try operations.next().map(RecordedOperation.init) {
            let rows = operation.record.registrations.flatMap { [$0.before, $0.after].compactMap(\.self) }
            if let row = rows.first(where: { $0.id == id && caller.maySee($0.provider) }) { return row.sha256 }
        }
        // The id follows from the content, and from a provider.
        let providers = Set([caller.provider] + (try providers().map(\.provider))).filter(caller.maySee)
        return try hiddenFiles().first { file in
            providers.contains {
                RegistrationID.make(sha256: file.sha256, scope: file.scope, provider: $0) == id
            }
        }?.sha256
    }

    /// Removes the recorded operations, also from free pages, in a copy that other users read.
    func removeOperations() throws {
        try execute(sql: "DELETE FROM keptContent")
        try execute(sql: "DELETE FROM operation")
        try execute(sql: "VACUUM")
    }

    /// Releases the bytes that are kept for all operations.
    func releaseKeptContents() throws { try execute(sql: "DELETE FROM keptContent") }
}

extension RecordedOperation {
    /// Reads a row, whose names and hashes may become parts of paths.
    fileprivate init(_ row: Row) throws {
        let json: String = try row.cell(4)
        self.init(
            number: try row.cell(0), generation: try row.cell(1), time: try row.cell(2),
            record: try JSONDecoder().decode(Record.self, from: Data(json.utf8)),
            isUndone: try row.cell(5))
        guard (0..<1e12).contains(time) else { throw FontError.damagedDatabase("an operation at the time \(time)") }
        for file in record.moved ?? [] {
            guard StoredName.isHash(file.sha256), file.path.hasPrefix("/"), DesktopTrash.isName(file.trashed),
                (0..<1_000_000_000).contains(file.nanoseconds)
            else { throw FontError.damagedDatabase("operation \(number) has a file that fontd did not move") }
        }
        guard HiddenFonts(hiddenFonts: (record.hidden ?? []) + (record.shownAgain ?? [])).isSound else {
            throw FontError.damagedDatabase("operation \(number) has hidden fonts that fontd did not write")
        }
        guard (record.collections ?? []).allSatisfy(\.isSound) else {
            throw FontError.damagedDatabase("operation \(number) has collections that fontd did not write")
        }
        for change in record.registrations {
            let rows = [change.before, change.after].compactMap(\.self)
            guard !rows.isEmpty else { throw FontError.damagedDatabase("operation \(number) changes nothing") }
            for row in rows {
                guard StoredName.isHash(row.sha256), row.id == row.record.id(of: row.sha256), row.id == change.row.id,
                    row.placement.map(StoredName.isPlace) ?? true
                else {
                    throw FontError.damagedDatabase("operation \(number) has a registration that fontd did not write")
                }
            }
        }
    }
}
