import FontModel
import FontRegistry
public import FontSpecimens
import Inspection

extension Specimen {
    /// Draws the picture by `fontd-preview` of an installed fontd, a process without rights that alone reads the fonts.
    ///
    /// It needs neither a store nor the service, and is not for programs in a sandbox, which have no such process:
    /// `FontManager.picture(of:options:)` is. Whether fonts may be embedded in a PDF is not checked here; see
    /// `FontDetails.permitsEmbedding`.
    /// - Parameter files: The font files by which the faces name their place, each a source of exactly one file. The files of
    ///   ``FontSource/url(_:)`` are opened with the rights of the caller.
    /// - Returns: The picture, with the faces that drew each line and the characters that none has.
    /// - Throws: `FontError` with code ``FontError/Code/insufficientInfo`` (303) if the request is outside of
    ///   ``Specimen/Limits``, or a source is not one file; ``FontError/Code/exceededResourceLimit`` (106) if the picture is too
    ///   large; ``FontError/Code/invalidFontData`` (104) if a font cannot be drawn; the errors of opening files;
    ///   ``FontError/Code/registrationFailed`` (301) if the program cannot be used.
    public func drawn(with files: [FontSource]) async throws(FontError) -> DrawnSpecimen {
        guard let program = FontWorkers.installedDrawingProgram else { throw .noDrawingProgram }
        return try await drawn(with: files, by: program)
    }

    /// Draws the picture by a program.
    package func drawn(with files: [FontSource], by program: String) async throws(FontError) -> DrawnSpecimen {
        if let problem = problem(ofFiles: files.count) { throw FontError(.insufficientInfo, problem) }
        var fonts: [(name: String, file: OpenedFile)] = []
        for file in files {
            let opened = try await OpenedFonts.of([file])
            guard opened.count == 1, let font = opened.first else {
                throw FontError(
                    .insufficientInfo, "This is not one font file. Specify each font.", file: opened.first?.name)
            }
            fonts.append(font)
        }
        return try await BlockingWork.perform { [fonts] () throws(FontError) in
            try drawnHere(with: try Self.sealed(fonts), by: program)
        }
    }

    /// Copies files for the process that draws, which could write to a descriptor of the caller's; and others could change the
    /// bytes while it reads them.
    static func sealed(_ fonts: [(name: String, file: OpenedFile)]) throws(FontError) -> [FontItem] {
        try fonts.map { font throws(FontError) in
            let source = try SourceFile(opened: font.file, name: font.name)
            return FontItem.opened(try SealedMemory(copying: source).file, name: font.name)
        }
    }

    /// Draws the picture while the calling thread waits.
    package func drawnHere(with files: [FontItem], by program: String) throws(FontError) -> DrawnSpecimen {
        let names = files.map(\.name)
        let reply = try DrawingProcess.answer(to: encoded, as: .picture, files: files, program: program)
        guard let result = try? Result<DrawnSpecimen, DrawingFailure>(encoded: reply) else {
            throw DrawingProcess.malformedReply(names)
        }
        switch result {
        case .success(let picture):
            guard picture.isAnswer(to: self) else { throw DrawingProcess.malformedReply(names) }
            return picture
        case .failure(let failure): throw failure.error(names)
        }
    }

    /// The first part of the request outside of its range, as a sentence; nil if there is none.
    private func problem(ofFiles count: Int) -> Message? {
        if count > Limits.files { return "A picture can use at most \(Limits.files) files." }
        if rows.isEmpty || rows.contains(where: \.cells.isEmpty) { return "A picture needs rows, and a row lines." }
        guard lines.count <= Limits.lines, lines.reduce(0, { $0 + $1.text.utf8.count }) <= Limits.textLength else {
            return "A picture can have at most \(Limits.lines) lines and \(Limits.textLength) bytes of text."
        }
        for line in lines {
            guard Limits.sizes.contains(line.size), Limits.spacings.contains(line.spacing) else {
                return "size must be a number of points from 1 to 1000, and spacing one from -1000 to 1000."
            }
            if let problem = PictureOptions.problem(of: line.features) { return problem }
            guard (1...Limits.facesPerLine).contains(line.faces.count) else {
                return "A line needs 1 to \(Limits.facesPerLine) faces."
            }
            let areSound = line.faces.allSatisfy { face in
                (0..<count).contains(face.file) && (0...Int(UInt16.max)).contains(face.index)
                    && face.axes.count <= FontLimits.axesPerFace
                    && face.axes.allSatisfy { (1...4).contains($0.key.utf8.count) && abs($0.value) <= 1e9 }
            }
            guard areSound else { return "A face needs the place of its file, its index and finite values of axes." }
        }
        return nil
    }
}

extension DrawingFailure {
    /// Returns the error to throw.
    ///
    /// - Parameter files: The names of the files.
    fileprivate func error(_ files: [String]) -> FontError {
        func file(_ place: Int) -> String? { files.indices.contains(place) ? files[place] : nil }
        return switch self {
        case .tooLarge:
            FontError(
                .exceededResourceLimit,
                "The picture would exceed \(Specimen.Limits.side) pixels a side or \(Specimen.Limits.area / 1_000_000) million pixels. Use a smaller size or a shorter text."
            )
        case .unusableFace(let place):
            FontError(
                .invalidFontData, "The font cannot be drawn: it is damaged. Obtain it from another source.",
                file: file(place))
        case .memory(let place):
            FontError(
                .registrationFailed,
                "There is not enough memory to draw the font. Preview fewer fonts at a time.", file: file(place),
                cause: .memory(concernsStore: false))
        case .cairo(let status):
            FontError(
                .invalidFontData,
                "The fonts cannot be drawn (status \(status) of cairo). Preview them one by one, or in another format.")
        }
    }
}
