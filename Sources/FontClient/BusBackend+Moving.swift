import FontBus
import FontModel
import FontRegistry
import SystemPackage

extension BusBackend {
    func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) async throws(FontError) -> ExportedFonts {
        let answer = try await service.call(
            "Export",
            [.descriptor(try Self.descriptor(of: file, path)), .dictionary(["fonts": .boolean(includesFonts)])],
            timeout: ServiceLink.longTime)
        return try ServiceLink.record(answer)
    }

    func importFonts(
        _ export: FontExport, searching folders: [String], isExact: Bool, isDryRun: Bool
    ) async throws(FontError) -> FontSummary {
        let options: [String: BusValue] = [
            "folders": .strings(folders), "exact": .boolean(isExact), "dryRun": .boolean(isDryRun),
        ]
        return try summary(
            try await service.call(
                "Import", [.descriptor(try Self.descriptor(of: export.file, "import")), .dictionary(options)],
                timeout: ServiceLink.longTime))
    }

    func adopt(_ folders: [String], isDryRun: Bool) async throws(FontError) -> AdoptionReport {
        let answer = try await service.call(
            "Adopt", [.strings(folders), .dictionary(["dryRun": .boolean(isDryRun)])], timeout: ServiceLink.longTime)
        let report = try ServiceLink.reading { () throws(BusFailure) in
            AdoptionReport(
                generation: try ServiceLink.generation(answer),
                fonts: try answer.values(at: 1, AdoptedFont.init).map { font in
                    var font = font
                    font.registration = view.registration(font.registration)
                    return font
                },
                left: try answer.values(at: 2, FontError.init), operation: answer.operation)
        }
        service.hasReached(report.generation)
        return report
    }

    static func descriptor(
        of file: OpenedFile?, _ path: String, concernsStore: Bool = false
    ) throws(FontError) -> BusDescriptor {
        guard let file, let descriptor = BusDescriptor(duplicating: file.descriptor) else {
            throw FontError(
                .registrationFailed, "Too many files are open. Close some, then try again.", file: path,
                cause: .file(
                    FontError.FileFailure(
                        errno: .tooManyOpenFiles, operation: "open the file", path: path,
                        concernsStore: concernsStore)))
        }
        return descriptor
    }
}
