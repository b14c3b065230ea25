import FontRegistry
package import FontSpecimens

/// A picture that is composed from fonts, and drawn by another process.
package struct PreviewPicture: Sendable {
    private var specimen: Specimen
    private var files: [String] = []
    /// The fonts of each line, in the order of its faces.
    private var fonts: [[FontDescriptor]] = []
    private var textLength = 0
    /// Files that another process opened, by the paths that their fonts have here.
    package var opened: [String: OpenedFile] = [:]

    /// A line without its faces, and the fonts for them, each for the characters that those before it lack.
    package typealias Cell = (line: Specimen.Line, fonts: [PreviewFont])

    /// Returns the name of what follows.
    package static func caption(_ text: String, fonts: [PreviewFont]) -> Cell {
        (Specimen.Line(text: text, size: 12, isCaption: true), fonts)
    }

    package init(_ format: Specimen.Format) { specimen = Specimen(format: format, rows: []) }

    /// Adds a row, unless none of its texts has a font.
    ///
    /// - Parameter isVertical: Whether the texts run from top to bottom, the first one at the right.
    /// - Throws: `exceededResourceLimit` (106) if there are too many lines or files.
    package mutating func add(_ cells: [Cell], isDark: Bool, isVertical: Bool = false) throws(FontError) {
        var lines: [Specimen.Line] = []
        for case (var line, let faces) in cells where !faces.isEmpty {
            for face in faces {
                let path = try face.path
                let place = files.firstIndex(of: path) ?? files.count
                if place == files.count { files.append(path) }
                if let file = face.opened { opened[path] = file }
                line.faces.append(Specimen.Face(file: place, index: face.font.face.index, axes: face.axes))
            }
            lines.append(line)
            fonts.append(faces.map(\.font))
            textLength += line.text.utf8.count
        }
        if !lines.isEmpty { specimen.rows.append(.init(lines, isDark: isDark, isVertical: isVertical)) }
        typealias Limits = Specimen.Limits
        guard fonts.count <= Limits.lines, files.count <= Limits.files, textLength <= Limits.textLength else {
            throw FontError(
                .exceededResourceLimit,
                "A picture can have at most \(Limits.lines) lines, \(Limits.files) font files and \(Limits.textLength) bytes of text. Show less at a time."
            )
        }
    }

    /// A picture with the fonts that drew it.
    package struct Drawn: Sendable {
        package var picture: DrawnSpecimen
        /// The fonts that drew part of the texts, without those of captions.
        package var fonts: [FontDescriptor]
    }

    /// Draws the picture.
    ///
    /// - Parameter program: The path of `fontd-preview`.
    /// - Throws: `invalidFontData` (104) if a font cannot be drawn, `exceededResourceLimit` (106) if the picture is too
    ///   large, `registrationFailed` (301) if the program cannot be used.
    package func drawn(by program: String) async throws(FontError) -> Drawn {
        try await BlockingWork.perform { () throws(FontError) in try drawnHere(by: program) }
    }

    /// Draws the picture as ``drawn(by:)`` does, while the calling thread waits.
    package func drawnHere(by program: String) throws(FontError) -> Drawn {
        let items = files.map { path -> FontItem in
            opened[path].map { .opened($0, name: path) } ?? .file(path)
        }
        let picture = try specimen.drawnHere(with: items, by: program)
        return Drawn(picture: picture, fonts: used(by: picture))
    }

    private func used(by picture: DrawnSpecimen) -> [FontDescriptor] {
        var used: [FontDescriptor] = []
        let lines = specimen.lines
        for (line, places) in zip(lines.indices, picture.used) where !lines[line].isCaption {
            for place in places where fonts[line].indices.contains(place) && !used.contains(fonts[line][place]) {
                used.append(fonts[line][place])
            }
        }
        return used
    }
}
