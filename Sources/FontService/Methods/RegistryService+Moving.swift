import CLinux
import FontBus
import FontModel
import FontRegistry
import Foundation
import Glibc
import SystemPackage

/// Taking registrations to another machine, and adopting fonts of the user's folders.
extension RegistryService {
    static let moving: [ServiceMethod] = [
        .init("Export", ["file": "h", "options": "a{sv}"], returns: ["exported": "a{sv}"], by: export),
        .init("Import", ["file": "h", "options": "a{sv}"], returns: ServiceMethod.outcomes, by: importFonts),
        .init(
            "Adopt", ["folders": "as", "options": "a{sv}"],
            returns: ["generation": "t", "fonts": "aa{sv}", "left": "aa{sv}"], by: adopt),
    ]

    func export(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let descriptor = try arguments.descriptor(0)
        let options = try arguments.options(1, ["fonts"])
        let includesFonts = try options.optional("fonts", \.boolean) ?? true
        // A pipe that nobody reads would hold up the user's other calls.
        var status = stat()
        guard fstat(descriptor.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            fcntl(descriptor.raw, F_GETFL) & O_ACCMODE != O_RDONLY
        else {
            throw FontError(
                .invalidFilePath, "An export needs a regular file that is open for writing.", file: "export")
        }
        let exported = try await caller.manager.export(
            to: try Self.opened(descriptor, name: "export"), path: "export", includesFonts: includesFonts)
        return [.dictionary(exported.busMembers)]
    }

    func importFonts(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let descriptor = try arguments.descriptor(0)
        let options = try arguments.options(1, ["folders", "exact", "dryRun"])
        let folders = try options.strings("folders")
        let isDryRun = try options.optional("dryRun", \.boolean) ?? false
        let isExact = try options.optional("exact", \.boolean) ?? false
        guard folders.allSatisfy({ $0.hasPrefix("/") }) else {
            throw BusFailure.invalidArguments("folders must be absolute paths.")
        }
        // The file is read only for a caller that may import it.
        guard caller.isUser else { throw FontError(.missingEntitlement, "Only the user can import fonts.") }
        let file = try Self.opened(descriptor, name: "import")
        let export = try await BlockingWork.perform { () throws(FontError) in
            try FontExport(opened: file, name: "import")
        }
        let summary = try await caller.manager.importFonts(
            export, searching: folders.map { URL(filePath: $0) }, isExact: isExact, isDryRun: isDryRun)
        return answer(summary, isOfTargets: true, to: caller)
    }

    func adopt(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let folders = try arguments.strings(0)
        let options = try arguments.options(1, ["dryRun"])
        let isDryRun = try options.optional("dryRun", \.boolean) ?? false
        guard folders.allSatisfy({ $0.hasPrefix("/") }) else {
            throw BusFailure.invalidArguments("folders must be absolute paths.")
        }
        let report = try await caller.manager.adopt(in: folders, isDryRun: isDryRun)
        emitter.saw(report.generation)
        let fonts = report.fonts.map { font in
            var font = font
            font.inUseBy = others(font.inUseBy, for: caller)
            var members = font.busMembers
            members["operation"] = report.operation.map(BusValue.int64)
            return members
        }
        return [
            .uint64(UInt64(report.generation)), AnswerPage.whole(fonts, without: "faces"),
            .dictionaries(report.left.map(\.busMembers)),
        ]
    }

    static func opened(_ descriptor: BusDescriptor, name: String) throws(FontError) -> OpenedFile {
        guard let opened = OpenedFile(duplicating: descriptor.raw) else {
            throw FontError(
                .registrationFailed, "Too many files are open. Try again.",
                cause: .file(FontError.FileFailure(errno: .tooManyOpenFiles, operation: "open the file", path: name)))
        }
        return opened
    }
}
