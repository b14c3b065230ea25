import FontRegistry
import Glibc
import SystemPackage

/// The libraries that a program file needs, as the dynamic linker would find them (ELF, gABI chapter 5).
///
/// Files are read with bounds, since a path may be that of any file.
struct SharedLibraries {
    /// The names of all libraries, those of libraries included.
    private(set) var names: Set<String> = []

    /// The most files that are read: the largest desktop programs need about 300.
    private static let most = 600

    /// Reads a program file; nil if it is not an ELF file.
    init?(of program: String) {
        guard let first = ElfFile(program) else { return nil }
        var open = [first]
        while let next = open.popLast(), names.count < Self.most {
            for name in next.needed where names.insert(name).inserted {
                let places = (next.folders + Self.standardFolders).lazy.map { $0 + "/" + name }
                guard let file = places.first(where: { access($0, R_OK) == 0 }), var found = ElfFile(file) else {
                    continue
                }
                found.folders += next.folders
                open.append(found)
            }
        }
    }

    private static let standardFolders: [String] = {
        let architectures = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf", "i386-linux-gnu"]
        let roots = ["/usr/local/lib", "/lib", "/usr/lib"]
        let folders =
            roots.flatMap { root in architectures.map { "\(root)/\($0)" } + [root] } + ["/lib64", "/usr/lib64"]
        return folders.filter { access($0, F_OK) == 0 }
    }()
}

/// The dynamic section of an ELF file of this machine's byte order.
private struct ElfFile {
    /// The names of the libraries that the file needs.
    private(set) var needed: [String] = []
    /// The folders that it names for them.
    var folders: [String] = []

    private static let largestTable = 1 << 20

    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        func bytes(_ offset: UInt64, _ count: UInt64) -> [UInt8] {
            guard count <= Self.largestTable, offset < UInt64(Int64.max) else { return [] }
            var buffer = [UInt8](repeating: 0, count: Int(count))
            let read = pread(descriptor, &buffer, buffer.count, off_t(offset))
            return Array(buffer.prefix(max(0, read)))
        }
        let header = bytes(0, 64)
        guard header.count == 64, header.starts(with: [0x7F, 0x45, 0x4C, 0x46]), header[5] == 1 else { return nil }
        let is64 = header[4] == 2
        // The table of segments.
        let (start, size, count) =
            is64
            ? (header.number(32, 8), header.number(54, 2), header.number(56, 2))
            : (header.number(28, 4), header.number(42, 2), header.number(44, 2))
        guard size >= (is64 ? 56 : 32), count <= 256 else { return nil }
        let table = bytes(start, size * count)
        var segments: [(kind: UInt64, offset: UInt64, address: UInt64, size: UInt64)] = []
        for place in stride(from: 0, to: table.count, by: Int(size)) where table.count - place >= Int(size) {
            let segment = Array(table[place..<place + Int(size)])
            segments.append(
                is64
                    ? (segment.number(0, 4), segment.number(8, 8), segment.number(16, 8), segment.number(32, 8))
                    : (segment.number(0, 4), segment.number(4, 4), segment.number(8, 4), segment.number(16, 4)))
        }
        guard let dynamic = segments.first(where: { $0.kind == 2 }) else { return }
        let width = is64 ? 8 : 4
        let entries = bytes(dynamic.offset, dynamic.size)
        var values: [(tag: UInt64, value: UInt64)] = []
        for place in stride(from: 0, to: entries.count - 2 * width + 1, by: 2 * width) {
            values.append((entries.number(place, width), entries.number(place + width, width)))
        }
        guard let address = values.first(where: { $0.tag == 5 })?.value,
            let length = values.first(where: { $0.tag == 10 })?.value,
            let segment = segments.first(where: {
                $0.kind == 1 && address >= $0.address && address - $0.address < $0.size
            })
        else { return }
        let (offset, overflow) = segment.offset.addingReportingOverflow(address - segment.address)
        let texts = overflow ? [] : bytes(offset, min(length, UInt64(Self.largestTable)))
        func text(_ place: UInt64) -> String? {
            guard place < UInt64(texts.count) else { return nil }
            return String(decoding: texts[Int(place)...].prefix { $0 != 0 }, as: UTF8.self)
        }
        // DT_NEEDED, and DT_RPATH and DT_RUNPATH.
        let origin = FilePath(path).removingLastComponent().string
        needed = values.filter { $0.tag == 1 }.compactMap { text($0.value) }.filter { !$0.contains("/") }
        folders = values.filter { $0.tag == 15 || $0.tag == 29 }.compactMap { text($0.value) }
            .flatMap { $0.split(separator: ":") }
            .map { String($0.replacing("$ORIGIN", with: origin).replacing("${ORIGIN}", with: origin)) }
    }
}

extension [UInt8] {
    /// Returns a number of some bytes, the lowest first; 0 beyond the end.
    fileprivate func number(_ place: Int, _ width: Int) -> UInt64 {
        guard place >= 0, place + width <= count else { return 0 }
        return self[place..<place + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
