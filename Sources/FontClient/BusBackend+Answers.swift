import FontBus
import FontModel
import FontRegistry

extension BusBackend: ServiceAnswers {
    var answers: (any ServiceAnswers)? { self }

    /// The timeout for work that may wait for other work of the caller.
    private static var answerTime: Duration { .seconds(120) }

    func explanation(
        of name: String, file: OpenedFile?, for program: String?
    ) async throws(FontError) -> ExplainedFont {
        var options: [String: BusValue] = [:]
        if let file { options["file"] = .descriptor(try Self.descriptor(of: file, name)) }
        options["for"] = program.map(BusValue.string)
        let answer = try await service.ask(
            "Why", [.string(name), .dictionary(options)], timeout: Self.answerTime)
        var explained: ExplainedFont = try ServiceLink.record(answer)
        explained.registration = explained.registration.map { view.registration($0) }
        explained.others = explained.others.map { view.registration($0) }
        explained.shadow = explained.shadow.map(view.font)
        explained.substitute = explained.substitute.map(view.font)
        return explained
    }

    /// The number of files of a picture: dbus-daemon allows 16 descriptors in a message, one of which is the picture's.
    private static var filesPerPicture: Int { 15 }
    /// The maximum size of a picture in bytes.
    private static var pictureSize: Int { 256 << 20 }

    func picture(
        of fonts: [String], files: [(name: String, file: OpenedFile)], options: PictureOptions
    ) async throws(FontError) -> FontPicture {
        guard files.count <= Self.filesPerPicture else {
            throw FontError(
                .exceededResourceLimit,
                "Over the bus, a picture can show at most \(Self.filesPerPicture) files. Show fewer at a time.")
        }
        var passed: [BusValue] = []
        for (name, file) in files {
            passed.append(.structure([.string(name), .descriptor(try Self.descriptor(of: file, name))]))
        }
        let memory = try ReceivedMemory()
        let answer = try await service.call(
            "Preview",
            [
                .strings(fonts), .array(passed, of: "(sh)"),
                .descriptor(try Self.descriptor(of: memory.file, "picture")), .dictionary(options.busMembers),
            ], timeout: Self.answerTime)
        var picture: FontPicture = try ServiceLink.record(answer)
        picture.fonts = picture.fonts.map(view.font)
        picture.bytes = try memory.bytes(upTo: Self.pictureSize)
        return picture
    }

    /// The number of families that the service accepts in one call.
    private static var familiesPerCall: Int { 256 }

    func licenseTexts(
        of families: [String]
    ) async throws(FontError) -> [String: [(file: String?, text: String)]] {
        var texts: [String: [(file: String?, text: String)]] = [:]
        for start in stride(from: 0, to: families.count, by: Self.familiesPerCall) {
            let some = Array(families[start...].prefix(Self.familiesPerCall))
            let answer = try await service.ask("Licenses", [.strings(some)], timeout: Self.answerTime)
            try ServiceLink.reading { () throws(BusFailure) in
                let missing = Set(answer.dropFirst().first?.strings ?? [])
                let found = some.filter { !missing.contains($0) }
                let records = answer.first?.dictionaries ?? []
                guard records.count == found.count else {
                    throw .invalidArguments("There are \(records.count) licenses for \(found.count) families.")
                }
                for (family, record) in zip(found, records) { texts[family] = Self.texts(record["texts"]) }
            }
        }
        return texts
    }

    /// Reads the texts of a family; a full answer leaves them out.
    private static func texts(_ value: BusValue?) -> [(file: String?, text: String)] {
        (value?.elements ?? []).compactMap { element in
            guard let pair = element.structure, pair.count == 2, let file = pair[0].string, let text = pair[1].string
            else { return nil }
            return (file.isEmpty ? nil : file, text)
        }
    }
}
