package import FontModel
package import FontRegistry
package import Foundation

/// A change that the user asks for.
package enum LibraryCommand: Sendable, Hashable {
    /// Turns families on or off.
    case setFamilies([String], isOn: Bool)
    /// Turns single files on or off, with the title of what they are.
    case setFiles([FontTarget], title: String, isOn: Bool)
    /// Turns all families of a collection on or off.
    case setCollection(FontCollection, isOn: Bool)
    /// Removes the registered fonts of families.
    case removeFamilies([String])
    case removeFiles([FontTarget], title: String)
    /// Removes all fonts of a program.
    case removeProvider(ProviderFacts, registrations: [String])
    case collection(CollectionEdit)
    /// Keeps one font of each group of duplicates.
    case resolve([DuplicateGroup.Choice])
    case adopt
    case importFonts(URL)
}

/// What became of a command.
package struct CommandResult: Sendable, Hashable {
    /// The sentence of a toast: what happened.
    package var sentence: String
    /// The number by which the change is undone; nil if nothing changed.
    package var operation: Int64?
    /// What was not done, by reason.
    package var failures: [FailureGroup]
    /// The names of programs that show the change only after a restart.
    package var toRestart: [String]

    package init(
        sentence: String, operation: Int64? = nil, failures: [FailureGroup] = [], toRestart: [String] = []
    ) {
        self.sentence = sentence
        self.operation = operation
        self.failures = failures
        self.toRestart = toRestart
    }

    /// The sentence about programs that need a restart; nil if none does.
    package var restartSentence: String? {
        guard !toRestart.isEmpty else { return nil }
        return tr("Restart {programs} to see the change there.").filled(["programs": ListText.names(toRestart)])
    }
}

/// Items that failed for one reason.
package struct FailureGroup: Sendable, Hashable {
    package var text: ErrorText
    /// The names of files or fonts, in display form.
    package var items: [String]

    /// Groups failures by reason, the most frequent first.
    package static func groups(_ errors: [(item: String, error: FontError)]) -> [FailureGroup] {
        var groups: [FailureGroup] = []
        for (item, error) in errors {
            let text = ErrorText(error)
            // A path, which a title never has.
            let name = DisplayText.clean(String(PathText.name(of: item)))
            if let place = groups.firstIndex(where: { $0.text.title == text.title }) {
                groups[place].items.append(name)
                // The sentence is about all of them.
                var common = error
                common.file = nil
                groups[place].text = ErrorText(common)
            } else {
                groups.append(FailureGroup(text: text, items: [name]))
            }
        }
        return groups.enumerated().sorted { one, other in
            one.element.items.count != other.element.items.count
                ? one.element.items.count > other.element.items.count : one.offset < other.offset
        }.map(\.element)
    }

    /// The reason with the number of items.
    package var heading: String {
        trn("{reason}: {count} file", "{reason}: {count} files", items.count).filled(["reason": text.title])
    }
}
