import FontModel
import Foundation

/// The metadata of a family in the repository google/fonts: `METADATA.pb`, beside the files of the family.
enum GoogleFontsMetadata {
    static let fileName = "METADATA.pb"

    /// The licences by their folders in the repository, in SPDX.
    private static let licenses = ["OFL": "OFL-1.1", "APACHE2": "Apache-2.0", "UFL": "Ubuntu-font-1.0"]

    /// Reads the metadata of a folder.
    ///
    /// - Parameter folder: The folder, whose path ends with a slash.
    static func claims(_ bytes: [UInt8], inFolder folder: String) throws(FontError) -> FamilyClaims {
        let path = folder + fileName
        do throws(TextMessage.Defect) {
            var claims = try claims(try TextMessageParser.message(bytes), FamilyClaims(file: path, folder: folder))
            claims.descriptions = descriptions(inFolder: folder)
            return claims
        } catch {
            throw FontError(
                .insufficientInfo,
                error.line > 0
                    ? "The metadata cannot be read: \(error.reason) in line \(error.line). Correct the file."
                    : "The metadata cannot be read: \(error.reason). Correct the file.",
                file: path)
        }
    }

    private static func claims(
        _ message: TextMessage, _ empty: FamilyClaims
    ) throws(TextMessage.Defect) -> FamilyClaims {
        var claims = empty
        claims.isOfFolder = true
        claims.family = try message.text("name")
        claims.designers = try ClaimText.names(message.text("designer") ?? "")
        claims.license = try message.text("license").map { licenses[$0] ?? $0 }
        // Categories were single before they were repeated.
        claims.category = try message.text("category").map(ClaimText.word)
        claims.classifications = try (message.texts("classifications") + message.texts("stroke")).map(ClaimText.word)
        claims.aliases = try message.texts("aliases").map { DisplayText.clean($0) }
        claims.added = ClaimText.day(try message.text("date_added"))
        claims.languages = try message.texts("languages").compactMap(ClaimText.language)
        claims.scripts = try message.texts("primary_script").filter { $0.wholeMatch(of: #/[A-Z][a-z]{3}/#) != nil }
        if let sample = try message.messages("sample_text").last {
            for name in ["styles", "tester", "masthead_full"] where claims.sample == nil {
                claims.sample = try sample.text(name).map { DisplayText.clean($0) }
            }
        }
        if let source = try message.messages("source").last, let url = ClaimText.page(try source.text("repository_url"))
        {
            let commit = try source.text("commit")
            claims.source = FamilyDocument.Source(
                url: url, commit: commit?.wholeMatch(of: #/[0-9a-fA-F]{7,64}/#) == nil ? nil : commit)
        }
        for axis in try message.messages("axes") {
            guard let tag = try axis.text("tag"), let minimum = try axis.number("min_value"),
                let maximum = try axis.number("max_value")
            else { continue }
            claims.axes.append(FamilyClaims.Axis(tag: tag, minimum: minimum, maximum: maximum))
        }
        for font in try message.messages("fonts") {
            guard let name = try font.text("filename") else { continue }
            var file = FamilyClaims.File(names: [name])
            file.postscriptName = try font.text("post_script_name")
            file.fullName = try font.text("full_name")
            file.weight = try font.number("weight")
            file.isItalic = try font.text("style").map { $0 == "italic" }
            file.copyright = try font.text("copyright")
            claims.files.append(file)
        }
        return claims
    }

    /// Returns the descriptions beside the metadata by BCP 47 tag: `DESCRIPTION.en_us.html`, `article/ARTICLE.en_us.html`.
    private static func descriptions(inFolder folder: String) -> [String: String] {
        var descriptions: [String: String] = [:]
        for place in ["article/", ""] {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder + place))?.sorted() ?? [] {
                guard let tag = name.wholeMatch(of: #/(?:ARTICLE|DESCRIPTION)\.([a-z]{2,3}(?:_[a-z]{2})?)\.html/#)?.1,
                    let bytes = try? PublishedFolder.read(folder + place + name, atMost: 1 << 16)
                else { continue }
                let parts = tag.split(separator: "_")
                let language = ([String(parts[0])] + parts.dropFirst().map { $0.uppercased() }).joined(separator: "-")
                descriptions[language == "en-US" ? "en" : language] = MarkupWords.text(of: bytes)
            }
        }
        return descriptions
    }
}

/// The words of a page without its marks.
enum MarkupWords {
    private static let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": " ", "#39": "'"]

    /// Returns the text of a page in HTML, in which blanks stand for marks and line ends.
    static func text(of bytes: [UInt8]) -> String {
        var words = ""
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let place = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            words += rest[..<place]
            let isMark = rest[place] == "<"
            rest = rest[rest.index(after: place)...]
            if isMark {
                words += " "
                rest = rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
            } else if let end = rest.prefix(6).firstIndex(of: ";"), let plain = names[String(rest[..<end])] {
                words += plain
                rest = rest[rest.index(after: end)...]
            } else {
                words += "&"
            }
        }
        words += rest
        return DisplayText.harmless(words.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
