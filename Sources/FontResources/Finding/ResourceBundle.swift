public import FontModel
import Glibc
import Synchronization

/// The folder with the resources of a module, wherever it is in this process.
///
/// It is looked for beside the program or shared object with the code of the module, beside the program, in
/// `share/<program>/` and `share/<package>/` up to three levels above, and in these two folders of `$XDG_DATA_DIRS`.
/// Nothing refers to the machine on which the module was built.
public struct ResourceBundle: Sendable, Hashable, CustomStringConvertible {
    /// The name of the module, `package.target`.
    public let module: String
    /// The name of the folder, such as `Reader_App.resources`.
    public let name: String
    private let places: Places

    /// Creates a bundle; for generated code.
    ///
    /// - Parameters:
    ///   - module: The name of the module, `package.target`.
    ///   - name: The name of the folder.
    ///   - object: An address in the program or shared object that holds the code of the module.
    @safe public init(module: String, name: String, object: UnsafeRawPointer = #dsohandle) {
        let address = UInt(bitPattern: object)
        self.init(module: module, name: name) { ResourcePlaces(ofCodeAt: address) }
    }

    /// Creates a bundle that is looked for in places.
    package init(module: String, name: String, places: @escaping @Sendable () -> ResourcePlaces) {
        self.module = module
        self.name = name
        self.places = Places(places)
    }

    /// The possible folders in this process, in the order of the search; see ``ResourcePlaces``.
    package var folders: [String] {
        places.folders.value {
            let package = module.lastIndex(of: ".").map { String(module[..<$0]) } ?? module
            return places.places().folders(ofBundle: name, inPackage: package)
        }
    }

    /// Returns the path of a file in this process, whatever its content.
    ///
    /// - Parameter file: The path of the file in the bundle, such as `Fonts/Lora[wght].ttf`.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101), which lists the places.
    public func path(of file: String) throws(FontError) -> String {
        let file = PathText.text(of: file.utf8)
        for folder in folders {
            let path = "\(folder)/\(file)"
            if access(PathText.bytes(of: path).map(CChar.init(bitPattern:)) + [0], F_OK) == 0 { return path }
        }
        let places = folders.map(DisplayText.harmless).joined(separator: ", ")
        throw FontError(
            .fileNotFound,
            "None of these folders has \(DisplayText.harmless(file)) of the module \(module): \(places). Install the module's resources in one of them.",
            file: "\(name)/\(file)")
    }

    public var description: String { name }

    public static func == (first: Self, second: Self) -> Bool {
        (first.module, first.name) == (second.module, second.name)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(module)
        hasher.combine(name)
    }

    /// What all copies of a bundle share.
    private final class Places: Sendable {
        let places: @Sendable () -> ResourcePlaces
        let folders = Mutex<[String]?>(nil)

        init(_ places: @escaping @Sendable () -> ResourcePlaces) { self.places = places }
    }
}
