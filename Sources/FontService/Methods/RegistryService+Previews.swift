import CLinux
import FontBus
import FontModel
import FontPictures
import FontRegistry
import Glibc
import Inspection
import Specimens
import SystemPackage

/// Pictures of texts in fonts.
extension RegistryService {
    /// The maximum size of all files that a call passes, in bytes.
    private static let mostFileBytes = 64 << 20

    func preview(_ arguments: Arguments, _ caller: ServiceCaller) async throws(BusFailure) -> [BusValue] {
        let names = try arguments.strings(0)
        let files = try arguments.files(1)
        let output = try arguments.descriptor(2)
        let request = try PreviewRequest(try arguments.options(3, PreviewRequest.keys))
        guard !names.isEmpty || !files.isEmpty else { throw .invalidArguments("There is no font to show.") }
        guard names.count + files.count <= PreviewSheet.fontLimit else {
            throw .invalidArguments("A picture shows at most \(PreviewSheet.fontLimit) fonts.")
        }
        // A pipe that nobody reads would hold up the caller's other calls.
        var status = stat()
        guard fstat(output.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0,
            fcntl(output.raw, F_GETFL) & O_ACCMODE != O_RDONLY
        else {
            throw FontError(
                .invalidFilePath, "A picture is written into an empty regular file that is open for writing.",
                file: "output"
            ).busFailure
        }
        return try await pictures.with(caller.identity.id) { () throws(BusFailure) -> [BusValue] in
            try await answering { () throws(FontError) -> [BusValue] in
                let file = try Self.opened(output, name: "output")
                return [.dictionary(try await draw(names, files, request, to: file, for: caller))]
            }
        }
    }

    /// Draws a picture into a file.
    ///
    /// - Returns: The facts of the picture.
    private func draw(
        _ names: [String], _ files: [(name: String, file: OpenedFile)], _ request: PreviewRequest,
        to output: OpenedFile, for caller: ServiceCaller
    ) async throws(FontError) -> [String: BusValue] {
        guard let program = drawingProgram else {
            throw FontError(
                .registrationFailed,
                "The installation of fontd is incomplete: fontd-preview, which draws fonts, is missing. Reinstall fontd.",
                cause: .worker(.missing))
        }
        guard files.isEmpty || !request.format.embedsFonts else {
            throw FontError(
                .missingEntitlement,
                "Whether the fonts in a file permit to be embedded is not known. Choose PNG or SVG, or register the file and name its fonts.",
                file: files.first?.name)
        }
        let isAllowed = showing(to: caller)
        var fonts: [PreviewFont] = []
        for name in names {
            let found = try await caller.manager.previewFonts(
                named: name, areStyles: request.areStyles, where: isAllowed)
            guard !found.isEmpty else {
                throw FontError(.fileNotFound, "No font has the family or name “\(name)”. Check it.", file: name)
            }
            fonts += found
        }
        var passed = PassedFiles()
        for (name, file) in files {
            let copy = try await openedFiles.inspectedCopy(of: file, name: name, for: caller.identity.id)
            fonts += passed.add(copy.inspection, copy.file, name: name, areStyles: request.areStyles)
            guard passed.size <= Self.mostFileBytes else {
                throw FontError(
                    .exceededResourceLimit,
                    "The files of a picture have at most \(Self.mostFileBytes >> 20) MiB. Pass fewer.", file: name)
            }
        }
        let leftOut = max(0, fonts.count - PreviewSheet.fontLimit)
        guard leftOut == 0 || request.areStyles else {
            throw FontError(
                .exceededResourceLimit,
                "These are more than \(PreviewSheet.fontLimit) fonts. Show fewer at a time.")
        }
        fonts.removeLast(leftOut)
        let drawn: PreviewPicture.Drawn
        do throws(FontError) {
            if request.format.embedsFonts { try await caller.manager.requireEmbedding(fonts.map(\.font)) }
            var sheet = PreviewSheet(
                fonts, size: request.size, isWaterfall: request.isWaterfall, isDark: request.isDark)
            try await sheet.prepare(
                axes: request.axes, text: request.text, isBrief: request.areStyles, by: caller.manager)
            var picture = try await sheet.picture(request.picture, by: caller.manager, where: isAllowed)
            picture.opened = passed.files
            drawn = try await picture.drawn(by: program)
        } catch {
            throw passed.naming(error)
        }
        let bytes = drawn.picture.bytes
        try await BlockingWork.perform { () throws(FontError) in try Self.write(bytes, to: output) }
        var members: [String: BusValue] = [
            "format": .string(request.format.rawValue), "size": .int64(Int64(bytes.count)),
            "width": .int64(Int64(drawn.picture.width)), "height": .int64(Int64(drawn.picture.height)),
            "faces": .dictionaries(drawn.fonts.map { passed.naming($0).busMembers }),
            "missing": .string(String(String.UnicodeScalarView(drawn.picture.missing))),
        ]
        if leftOut > 0 { members["leftOut"] = .int64(Int64(leftOut)) }
        if !fonts.withheld.isEmpty { members["withheld"] = .dictionaries(fonts.withheld.map(\.busMembers)) }
        return members
    }

    /// Returns whether a caller may see a font in a picture: in a sandbox the fonts that it may read, which are its own and
    /// those in the folders that sandboxes show.
    private func showing(to caller: ServiceCaller) -> @Sendable (FontDescriptor) -> Bool {
        guard caller.identity.isSandboxed, !caller.isUser else { return { _ in true } }
        let (folders, provider) = (SandboxFolders(paths), caller.manager.provider)
        return { font in
            if case .registered(_, _, let owner, _, _) = font.origin, owner == provider { return true }
            return font.path.map { folders.show($0) } ?? false
        }
    }

    private static func write(_ bytes: [UInt8], to output: OpenedFile) throws(FontError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest in
                pwrite(output.descriptor, rest.baseAddress, rest.count, off_t(written))
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                let failure = Errno(rawValue: errno)
                throw FontError(
                    .registrationFailed, "The picture cannot be written: \(failure). Pass another file.",
                    file: "output",
                    cause: .file(FontError.FileFailure(errno: failure, operation: "write the file", path: "output")))
            }
        }
    }
}

/// The files that a call passes, under names that no path has.
private struct PassedFiles {
    private(set) var files: [String: OpenedFile] = [:]
    /// The names as passed.
    private var names: [String: String] = [:]
    /// The size of all files in bytes.
    private(set) var size = 0

    /// Adds an inspected file.
    ///
    /// - Returns: Its fonts.
    mutating func add(
        _ inspection: FontInspection, _ file: OpenedFile, name: String, areStyles: Bool
    ) -> [PreviewFont] {
        let key = "passed file \(files.count)"
        files[key] = file
        names[key] = name
        size += inspection.size
        return PreviewFont.fonts(ofFaces: inspection.faces, path: key, areStyles: areStyles) { index in
            inspection.coverages.indices.contains(index) ? inspection.coverages[index] : CharacterCoverage()
        }
    }

    func naming(_ font: FontDescriptor) -> FontDescriptor {
        var font = font
        font.path = font.path.map { names[$0] ?? $0 }
        return font
    }

    func naming(_ error: FontError) -> FontError {
        var error = error
        error.file = error.file.map { names[$0] ?? $0 }
        return error
    }
}

/// The options of `Preview`.
private struct PreviewRequest: Sendable {
    static let keys: Set<String> = ["format", "text", "size", "styles", "waterfall", "dark", "axes"]

    var format: PreviewFormat
    var picture: Specimen.Format
    var text: String?
    var size: Double?
    var areStyles: Bool
    var isWaterfall: Bool
    var isDark: Bool
    var axes: [(tag: String, value: Double)] = []

    init(_ options: BusRecord) throws(BusFailure) {
        format = try options.optional("format") { $0.string.flatMap(PreviewFormat.init(rawValue:)) } ?? .png
        guard let picture = format.picture else { throw .invalidArguments("format is png, svg or pdf.") }
        self.picture = picture
        text = try options.optional("text", \.string)
        guard text?.isEmpty != true, text?.utf8.count ?? 0 <= Specimen.Limits.textLength else {
            throw .invalidArguments("text is empty, or longer than \(Specimen.Limits.textLength) bytes.")
        }
        size = try options.optional("size", \.number)
        areStyles = try options.optional("styles", \.boolean) ?? false
        isWaterfall = try options.optional("waterfall", \.boolean) ?? false
        isDark = try options.optional("dark", \.boolean) ?? false
        guard size.map(Specimen.Limits.sizes.contains) ?? true else {
            throw .invalidArguments("size is a number of points from 1 to 1000.")
        }
        guard !isWaterfall || size == nil else { throw .invalidArguments("A waterfall has sizes of its own.") }
        for (tag, value) in try (options.optional("axes", \.dictionary) ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard (1...4).contains(tag.utf8.count), let number = value.number, number.isFinite else {
                throw .invalidArguments("axes has numbers by the tags of axes.")
            }
            axes.append((tag: tag, value: number))
        }
    }
}
