import BookFonts
import Foundation
import Glibc
import ReaderFonts
import Synchronization

// The functions of `gtk_reader.h`.

/// A function called from any thread when there is an event.
public typealias Wake = @convention(c) @Sendable () -> Void

private let reader = Mutex<Reader?>(nil)
private let wake = Mutex<Wake?>(nil)
private let events = Mutex<[(json: Data, bytes: Data?)]>([])

@c(gtk_reader_open)
public func open(_ provider: UnsafePointer<CChar>, _ waker: @escaping Wake) -> CInt {
    do throws(FontError) {
        let fonts = FontManager(provider: String(cString: provider), context: try .user())
        wake.withLock { $0 = waker }
        let opened = Reader(fonts)
        reader.withLock { $0 = opened }
        Task { await opened.follow() }
        return 0
    } catch { return 1 }
}

@c(gtk_reader_next)
public func next(_ event: UnsafeMutableRawPointer) -> CInt {
    guard let first = events.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return 0 }
    let json = strdup(String(decoding: first.json, as: UTF8.self))
    let bytes = first.bytes.flatMap { data in
        data.withUnsafeBytes { bytes in
            let copy = malloc(max(1, bytes.count))
            if let copy, let start = bytes.baseAddress { memcpy(copy, start, bytes.count) }
            return copy
        }
    }
    // The members of the structure.
    event.storeBytes(of: json, as: UnsafeMutablePointer<CChar>?.self)
    event.storeBytes(of: bytes, toByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    event.storeBytes(of: first.bytes?.count ?? 0, toByteOffset: 16, as: Int.self)
    return 1
}

@c(gtk_reader_style)
public func style(_ settings: UnsafePointer<CChar>) {
    let settings = try? JSONDecoder().decode(Settings.self, from: Data(String(cString: settings).utf8))
    if let settings { perform { await $0.show(settings) } }
}

@c(gtk_reader_answer)
public func answer(_ address: UnsafePointer<CChar>, _ number: Int64) {
    let address = String(cString: address)
    perform { await $0.answer(address, number) }
}

@c(gtk_reader_open_book)
public func openBook(_ path: UnsafePointer<CChar>) {
    let url = URL(filePath: String(cString: path))
    perform { await $0.open(url) }
}

private func perform(_ work: @escaping @Sendable (Reader) async -> Void) {
    guard let opened = reader.withLock({ $0 }) else { preconditionFailure("gtk_reader_open was not called") }
    Task { await work(opened) }
}

/// Adds an event, and wakes the main loop.
private func send(_ event: [String: Any], _ bytes: Data? = nil) {
    guard let json = try? JSONSerialization.data(withJSONObject: event) else { return }
    events.withLock { $0.append((json, bytes)) }
    wake.withLock { $0 }?()
}

/// The settings of the page.
private struct Settings: Decodable {
    var family = ""
    var size = 20.0
    var theme = "light"
}

/// The fonts of one window.
private actor Reader {
    private let fonts: FontManager
    private let scheme: FontScheme
    private let picker: FontPicker
    private let page: ReaderPage
    private var book: BookFonts?

    init(_ fonts: FontManager) {
        self.fonts = fonts
        scheme = FontScheme(fonts)
        picker = FontPicker(fonts)
        page = ReaderPage(fonts, source: .scheme(scheme))
    }

    // MARK: The list

    /// Sends the list of families and its edits, and the style sheets of the page.
    func follow() async {
        Task { await followPage() }
        do throws(FontError) {
            var list = try await picker.list()
            send(["event": "families", "sections": list.sections.map { section(list, $0) }])
            while let change = try await picker.next() {
                list.apply(change) { step, list in send(event(of: step)) }
            }
        } catch {
            send(["event": "failure", "message": error.message])
        }
    }

    private func followPage() async {
        do throws(FontError) {
            while let style = try await page.next() {
                send(["event": "style", "css": style.css, "key": style.key, "missing": style.missing])
            }
        } catch {
            send(["event": "failure", "message": error.message])
        }
    }

    private func section(_ list: PickerList, _ section: PickerList.Section) -> [String: Any] {
        [
            "id": section.id, "title": section.id.capitalized,
            "rows": section.rows.compactMap { list.row($0).map(values) },
        ]
    }

    private func values(_ row: PickerRow) -> [String: Any] {
        ["family": row.id, "title": row.title, "badges": row.badges, "variable": row.isVariable]
    }

    private func event(of step: PickerStep) -> [String: Any] {
        switch step {
        case .remove(let section, let index): ["event": "step", "step": "remove", "section": section, "index": index]
        case .move(let section, let from, let to):
            ["event": "step", "step": "move", "section": section, "index": from, "to": to]
        case .insert(let section, let index, let row):
            ["event": "step", "step": "insert", "section": section, "index": index, "row": values(row)]
        case .update(let section, let index, let row, _):
            ["event": "step", "step": "update", "section": section, "index": index, "row": values(row)]
        }
    }

    // MARK: The page

    func show(_ choice: Settings) async {
        var settings = ReaderSettings()
        settings.size = choice.size
        settings.margin = 40
        settings.overridesPublisher = true
        if !choice.family.isEmpty {
            for role in [ReaderStyleSheet.Role.body, .heading] { settings.fonts[role] = FontChoice(key: choice.family) }
        }
        let (dark, light) = (Color(red: 0.11, green: 0.11, blue: 0.12), Color(red: 0.99, green: 0.99, blue: 0.98))
        let isDark = choice.theme == "dark"
        await page.use(
            settings,
            colors: .init(text: AdaptiveColor(isDark ? light : dark), background: AdaptiveColor(isDark ? dark : light)))
    }

    func answer(_ address: String, _ number: Int64) async {
        do throws(FontError) {
            let answer = try await scheme.answer(to: address)
            send(["event": "answer", "number": number, "headers": answer.headers], answer.data)
        } catch {
            send(["event": "answer", "number": number, "message": error.message])
        }
    }

    // MARK: The book

    /// Registers the fonts of a book instead of those of the last one.
    func open(_ url: URL) async {
        await book?.close()
        do throws(FontError) {
            let book = try await fonts.openBook(url)
            for file in book.files where !file.outcome.isSuccess {
                send(["event": "failure", "message": file.outcome.error?.message ?? file.name])
            }
            self.book = book
        } catch {
            send(["event": "failure", "message": error.message])
        }
    }
}
