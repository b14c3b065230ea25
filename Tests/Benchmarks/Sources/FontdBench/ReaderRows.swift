import FontRegistry
import Foundation
import ReaderFonts

/// What reader apps do: categories, style sheets, text styles, pictures, and the list to choose from.
extension Suite {
    func measureReader(_ pair: Pair, _ figures: inout SizeFigures) async throws {
        progress("readers with \(pair.count) registered")
        let names = try await pair.manager.families().map(\.name)
        let document = Data(Self.document.utf8)
        let font = try corpus.basis(1)[0]
        let picture = pair.ours.home.root + "/picture.png"
        var sides: [(inout Board) async throws -> Void] = [
            { board in
                var count = 0
                board.add("categories", try await timed { count = try await pair.manager.readingFamilies().count })
                guard count >= pair.count else { throw BenchmarkFailure("\(count) of \(pair.count) families.") }
            },
            { board in
                var rules = 0
                board.add(
                    "css",
                    try await timed {
                        rules = try await pair.manager.pageFonts(of: Array(names.prefix(100)), as: .file).rules.count
                    })
                guard rules == min(100, names.count) else { throw BenchmarkFailure("\(rules) rules.") }
            },
            { board in
                var styles = 0
                board.add(
                    "styles",
                    try await timed {
                        styles = Typography([try TypographyDocument(document, name: "styles")]).styles.count
                    })
                guard styles == 10_000 else { throw BenchmarkFailure("\(styles) styles.") }
            },
            { board in
                let picker = FontPicker(pair.manager)
                var list = try await picker.list()
                let fresh = try self.corpus.fresh(1)
                var change: PickerChange?
                _ = try await pair.register(fresh)
                board.add("picker change", try await timed { change = try await picker.next() })
                board.add("picker edits", await timed { if let change { list.apply(change) } })
                guard change?.steps.count == 1 else { throw BenchmarkFailure("\(change?.steps.count ?? 0) edits.") }
                _ = try await pair.unregister(fresh)
            },
        ]
        if let fontctl = tools.fontctl {
            sides.append { board in
                let text = ["--text", "Hamburgefonstiv and 43 letters in one line", "--size", "48"]
                board.add("preview", try run([fontctl, "preview", font, "--output", picture] + text, in: pair.ours))
            }
            sides.append { board in
                board.add(
                    "categories by command", try run([fontctl, "families", "--category", "serif"], in: pair.ours))
                board.add("fc-list families", try run([self.tools.fcList, ":", "family"], in: pair.flat))
            }
        }
        for (tool, arguments) in [
            ("hb-view", [font, "Hamburgefonstiv and 43 letters in one line", "--font-size=48", "-o", picture]),
            (
                "pango-view",
                [
                    "--font=Basis 00000 48", "-qo", picture, "--text=Hamburgefonstiv and 43 letters in one line",
                ]
            ),
        ] {
            guard let program = Self.found(tool) else { continue }
            sides.append { board in board.add(tool, try run([program] + arguments, in: pair.flat)) }
        }
        figures.board.add(try await interleaved(rounds: options.batchRounds, sides))
    }

    func reportReader() {
        report.add(
            title("Pictures of a text"), "A line of 42 characters in 48 pt as PNG, whole processes.",
            sizes.flatMap { size in
                ["pango-view", "hb-view"].compactMap {
                    row("`fontctl preview`", "preview", "`\($0)`", $0, size, isFaster: false)
                }
            })
        report.add(
            title("Categories"), "`fontctl families --category serif`, whole process; every family is measured.",
            sizes.compactMap { size in
                row("", "categories by command", "`fc-list : family`", "fc-list families", size, isFaster: false)
            })
        report.add(
            title("Readers, in a process"),
            """
            Categories of all families, measured; the rules of 100 families for a page; a document with 10,000 text styles; the \
            list to choose from after one registration: until its edits are there, and until they are applied (bar: 1 ms).
            """,
            header: ["", "categories", "100 rules", "10,000 styles", "edits of the list", "applied"],
            sizes.filter { $0.board.has("categories") }.map { size in
                [named(size.count)]
                    + ["categories", "css", "styles", "picker change", "picker edits"].map {
                        duration(size.board[$0].median)
                    }
            })
        guard suffix.isEmpty, let last = sizes.last(where: { $0.board.has("picker edits") }) else { return }
        report.verdict(
            "List to choose from after one change, \(named(last.count)), edits applied",
            duration(last.board["picker edits"].median), "≤ 1 ms", last.board["picker edits"].median <= 1)
    }

    private static func found(_ program: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }.first { access($0, X_OK) == 0 }
    }

    /// A document with 10,000 text styles, each the parent of the next of a hundred.
    private static let document: String = {
        let styles = (0..<10_000).map { number in
            let parent = number % 100 == 0 ? "" : #""extends": "style\#(number - 1)", "#
            return
                #""style\#(number)": {\#(parent)"font-name": "Basis", "point-size": \#(8 + number % 40), "text-color": "gold"}"#
        }
        return
            ##"{"typography-colors": {"gold": "#FFAB01"}, "ui-font-text-styles": {\##(styles.joined(separator: ", "))}}"##
    }()
}
