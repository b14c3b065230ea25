public import FontModel
import Synchronization

/// The fonts among the resources of a module, as they were when it was built.
///
/// Generated code has one table for each module. It is the list of the module's fonts: other files in the bundle, such as
/// fonts of an earlier build, are not part of it. The facts are one text, which is decoded on first use.
public struct FontResourceTable: Sendable {
    /// The name of the module, `package.target`, which owns its registrations.
    public let module: String
    /// The name of the folder of the module's resources, such as `Reader_App.resources`.
    public let bundle: String
    let storage: Storage

    /// Creates the table of a module; for generated code.
    ///
    /// - Parameters:
    ///   - module: The name of the module, `package.target`.
    ///   - bundle: The name of the folder of its resources.
    ///   - facts: The text of the facts.
    ///   - object: An address in the program or shared object that holds the code of the module.
    @safe public init(
        module: String, bundle: String, _ facts: StaticString, object: UnsafeRawPointer = #dsohandle
    ) {
        let address = UInt(bitPattern: object)
        self.init(module: module, bundle: bundle, { facts.description }) { ResourcePlaces(ofCodeAt: address) }
    }

    /// Creates the table of a module from a text that is made when it is needed, and from the places of its bundle.
    package init(
        module: String, bundle: String, _ facts: @escaping @Sendable () -> String,
        places: @escaping @Sendable () -> ResourcePlaces
    ) {
        self.module = module
        self.bundle = bundle
        storage = Storage(facts, ResourceBundle(module: module, name: bundle, places: places))
    }

    /// The font files; none if the text of the facts cannot be read.
    public var resources: [FontResource] { (try? facts.get())?.resources ?? [] }

    /// The licences of the families; none if the text of the facts cannot be read.
    public var licenses: [FontResourceLicense] { (try? facts.get())?.licenses ?? [] }

    /// Returns the licence of a file; nil if none is known.
    public func license(of resource: FontResource) -> FontResourceLicense? {
        let families = Set(resource.faces.map(\.family))
        return licenses.first { $0.id == resource.license && families.contains($0.family) }
    }

    /// The fonts of the table: each face, and each named instance of a variable one.
    public var fonts: [FontDescriptor] {
        resources.flatMap(\.faces).flatMap { face in
            [FontDescriptor(face: face, path: nil, origin: .file)]
                + face.instances.map { FontDescriptor(face: face, instance: $0, path: nil, origin: .file) }
        }
    }

    /// Returns the font with a name, with its file if it is found in this process; nil if the table has none.
    public func font(named name: FontName) -> FontDescriptor? {
        guard var font = fonts.first(where: { $0.postscriptName == name.rawValue }) else { return nil }
        font.path = path(of: font.face)
        return font
    }

    /// The decoded facts.
    package var facts: Result<FontResourceFacts, FontError> {
        storage.facts.value {
            Result { () throws(FontError) in try FontResourceFacts(storage.text(), of: module) }
        }
    }

    /// What all copies of a table share.
    final class Storage: Sendable {
        let text: @Sendable () -> String
        let bundle: ResourceBundle
        let facts = Mutex<Result<FontResourceFacts, FontError>?>(nil)

        init(_ text: @escaping @Sendable () -> String, _ bundle: ResourceBundle) {
            self.text = text
            self.bundle = bundle
        }
    }
}
