package import FontModel
import Foundation

/// A file that is to be installed, as a worker read it.
package struct ExaminedItem: Sendable, Hashable, Identifiable {
    /// The outcome that installing the file would have now.
    package enum Outcome: Sendable, Hashable {
        case new
        /// The same bytes are installed already; the flag says whether they are turned on.
        case present(isOn: Bool)
        /// Another font that is turned on has one of its names.
        case conflict(Conflict)
        /// Installing the files leaves it out: it is the other form of a family, or has the bytes of another file.
        case skipped
        /// The file cannot be installed.
        case refused(FontError)
    }

    /// Both sides of a conflict.
    package struct Conflict: Sendable, Hashable {
        /// The installed font; nil if the other one is among the files that are to be installed.
        package var registration: Registration?
        /// The path of the other font.
        package var file: String?
        package var error: FontError
        /// The revision of the installed font and of the offered one, if they are known.
        package var installedRevision: Double?
        package var offeredRevision: Double?

        package init(
            registration: Registration?, file: String? = nil, error: FontError, installedRevision: Double? = nil,
            offeredRevision: Double? = nil
        ) {
            self.registration = registration
            self.file = file
            self.error = error
            self.installedRevision = installedRevision
            self.offeredRevision = offeredRevision
        }

        /// Whether the offered font is the older one.
        package var isOlder: Bool {
            if case .olderRevision = error.cause { return true }
            guard let installedRevision, let offeredRevision else { return false }
            return offeredRevision < installedRevision
        }
    }

    /// The path of the file, with the path within its archive.
    package var id: String
    /// The faces; empty if the file cannot be read.
    package var faces: [FontFace]
    package var findings: [FontFinding]
    package var details: FontDetails?
    package var coverage: CharacterCoverage?
    package var outcome: Outcome
    /// Whether the file is packed for the web, and installed on request only.
    package var isWebFont: Bool
    /// The size of the font in bytes.
    package var size: Int?
    /// The file to register for it: the file itself, or the archive that holds it.
    package var source: String

    package init(
        id: String, faces: [FontFace] = [], findings: [FontFinding] = [], details: FontDetails? = nil,
        coverage: CharacterCoverage? = nil, outcome: Outcome, isWebFont: Bool = false, size: Int? = nil,
        source: String? = nil
    ) {
        self.id = id
        self.faces = faces
        self.findings = findings
        self.details = details
        self.coverage = coverage
        self.outcome = outcome
        self.isWebFont = isWebFont
        self.size = size
        self.source = source ?? id
    }

    /// The name of the file without its folder, in display form.
    package var fileName: String { DisplayText.clean(String(id.split(separator: "/").last ?? Substring(id))) }

    /// The family, or the file's name for a file that cannot be read.
    package var title: String { faces.first?.family ?? fileName }

    /// The styles with those of a variable font's instances.
    package var styles: [String] {
        faces.flatMap { face in face.instances.isEmpty ? [face.style] : face.instances.map(\.name) }
    }
}

/// A step of an examination.
package enum ExaminationEvent: Sendable {
    /// A file was read; the total is what is known so far.
    case progress(completed: Int, total: Int)
    case item(ExaminedItem)
    case ended
    case failed(FontError)
}

/// A batch of registrations that can be stopped.
package struct LibraryBatch: Sendable {
    /// The events, of which the last is the summary or the error that ended the batch.
    package enum Event: Sendable {
        case progress(completed: Int, total: Int)
        case finished(LibrarySummary)
        case failed(FontError)
    }

    package var events: AsyncStream<Event>
    /// Ends the batch; what was installed stays.
    package var stop: @Sendable () -> Void

    package init(events: AsyncStream<Event>, stop: @escaping @Sendable () -> Void) {
        self.events = events
        self.stop = stop
    }
}
