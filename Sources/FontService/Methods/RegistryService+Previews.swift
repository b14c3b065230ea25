import CLinux
import FontBus
import FontModel
import FontPictures
import FontRegistry
import Glibc
import SystemPackage

/// Pictures of texts in fonts.
extension RegistryService {
    static let drawing: [ServiceMethod] = [
        .init(
            "Preview", ["fonts": "as", "files": "a(sh)", "output": "h", "options": "a{sv}"],
            returns: ["picture": "a{sv}"], looksUp: true, by: preview)
    ]

    /// The maximum size of all files that a call passes, in bytes.
    private static let mostFileBytes = 64 << 20

    func preview(_ arguments: Arguments, _ caller: ServiceCaller) async throws -> [BusValue] {
        let names = try arguments.strings(0)
        let files = try arguments.files(1)
        let output = try arguments.descriptor(2)
        let options = try PictureOptions(try arguments.options(3, PictureOptions.busKeys))
        if let problem = options.problem ?? PictureOptions.problem(ofCount: names.count + files.count) {
            throw BusFailure.invalidArguments(problem.description)
        }
        // A pipe that nobody reads would hold up the caller's other calls.
        var status = stat()
        guard fstat(output.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0,
            fcntl(output.raw, F_GETFL) & O_ACCMODE != O_RDONLY
        else {
            throw FontError(
                .invalidFilePath, "A picture needs an empty regular file that is open for writing.", file: "output")
        }
        return try await pictures.with(caller.identity.id) {
            let file = try Self.opened(output, name: "output")
            return [.dictionary(try await draw(names, files, options, to: file, for: caller))]
        }
    }

    /// Draws a picture into a file.
    ///
    /// - Returns: The facts of the picture.
    private func draw(
        _ names: [String], _ files: [(name: String, file: OpenedFile)], _ options: PictureOptions,
        to output: OpenedFile, for caller: ServiceCaller
    ) async throws(FontError) -> [String: BusValue] {
        guard let program = drawingProgram else { throw .noDrawingProgram }
        var given = PassedFonts()
        for (name, file) in files {
            let copy = try await openedFiles.inspectedCopy(of: file, name: name, for: caller.identity.id)
            given.add(copy.inspection, copy.file, name: name, areStyles: options.showsStyles)
            guard given.size <= Self.mostFileBytes else {
                throw FontError(
                    .exceededResourceLimit,
                    "The files of a picture can have at most \(Self.mostFileBytes >> 20) MiB. Pass fewer.", file: name)
            }
        }
        let drawn = try await caller.manager.drawnPicture(
            of: names, given, options, by: program, where: showing(to: caller))
        try await BlockingWork.perform { () throws(FontError) in try Self.write(drawn.picture.bytes, to: output) }
        var members = drawn.picture.busMembers
        members["format"] = .string(options.format.rawValue)
        if !drawn.withheld.isEmpty { members["withheld"] = .dictionaries(drawn.withheld.map(\.busMembers)) }
        return members
    }

    /// Returns whether a caller may see a font in a picture: in a sandbox the fonts that it may read, which are its own and
    /// those in the folders that sandboxes show.
    private func showing(to caller: ServiceCaller) -> @Sendable (FontDescriptor) -> Bool {
        guard caller.identity.isSandboxed, !caller.isUser else { return { _ in true } }
        let (folders, provider) = (SandboxFolders(context.paths), caller.manager.provider)
        return { font in
            if case .registered(_, _, let owner, _, _) = font.origin, owner == provider { return true }
            return font.path.map { folders.show($0) } ?? false
        }
    }

    private static func write(_ bytes: [UInt8], to output: OpenedFile) throws(FontError) {
        do {
            try FileDescriptor(rawValue: output.descriptor).writeAll(toAbsoluteOffset: 0, bytes)
        } catch {
            let failure = error as? Errno ?? .ioError
            throw FontError(
                .registrationFailed, "The picture cannot be written: \(failure). Pass another file.", file: "output",
                cause: .file(FontError.FileFailure(errno: failure, operation: "write the file", path: "output")))
        }
    }
}
