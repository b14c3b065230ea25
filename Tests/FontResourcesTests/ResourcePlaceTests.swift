import FontModel
import FontResources
import Foundation
import TestSupport
import Testing

/// The places in which a program finds the resources of its modules.
@Suite struct ResourcePlaceTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    @Test func theSearchHasItsOrder() {
        let places = ResourcePlaces(
            object: "/usr/lib/reader/libreader.so", program: "/usr/bin/reader-gtk",
            dataFolders: ["/opt/share", "relative"])
        #expect(
            places.folders(ofBundle: "R.resources", inPackage: "reader") == [
                "/usr/lib/reader/R.resources", "/usr/bin/R.resources",
                "/usr/lib/share/reader-gtk/R.resources", "/usr/lib/share/reader/R.resources",
                "/usr/share/reader-gtk/R.resources", "/usr/share/reader/R.resources",
                "/share/reader-gtk/R.resources", "/share/reader/R.resources",
                "/opt/share/reader-gtk/R.resources", "/opt/share/reader/R.resources",
            ])
    }

    @Test func noPlaceIsNamedTwice() {
        let places = ResourcePlaces(object: "/reader", program: "/reader", dataFolders: ["/share", "/share/"])
        #expect(
            places.folders(ofBundle: "R.resources", inPackage: "reader") == [
                "/R.resources", "/share/reader/R.resources",
            ])
    }

    /// A program and a plug-in in a prefix, without the folder in which they were built.
    @Test(arguments: ["share/reader", "share/reader-gtk", "bin", "lib/reader/plugins"])
    func anInstalledProgramFindsItsFonts(_ folder: String) throws {
        let path = try home.put([1], at: "\(home.root)/prefix/\(folder)/Reader_App.resources/Fonts/serif/Lora.ttf")
        let found = try table(data: []).path(of: resource("Fonts/serif/Lora.ttf"))
        #expect(found == path)
    }

    @Test func dataFoldersComeLast() throws {
        let data = try home.put([1], at: "\(home.root)/data/reader/Reader_App.resources/Lora.ttf")
        let table = try table(data: ["\(home.root)/data"])
        #expect(try table.path(of: resource("Lora.ttf")) == data)
        let nearer = try home.put([1], at: "\(home.root)/prefix/share/reader/Reader_App.resources/Lora.ttf")
        #expect(try table.path(of: resource("Lora.ttf")) == nearer)
    }

    /// A folder that lacks a file, such as an empty one of an earlier installation, hides no other.
    @Test func aFileIsFoundBehindAnIncompleteBundle() throws {
        try home.put([1], at: "\(home.root)/prefix/bin/Reader_App.resources/Other.ttf")
        let path = try home.put([1], at: "\(home.root)/prefix/share/reader/Reader_App.resources/Lora.ttf")
        #expect(try table(data: []).path(of: resource("Lora.ttf")) == path)
    }

    @Test func whatIsNotFoundListsThePlaces() throws {
        let table = try table(data: ["\(home.root)/data"])
        let error = try #require(throws: FontError.self) { try table.path(of: resource("Lora.ttf")) }
        #expect(error.code == .fileNotFound && error.file == "Reader_App.resources/Lora.ttf")
        for folder in table.folders { #expect(error.message.contains(folder)) }
        #expect(table.folders.contains("\(home.root)/data/reader/Reader_App.resources"))
    }

    @Test func thisProcessHasPlaces() throws {
        let places = ResourcePlaces(ofCodeAt: UInt(bitPattern: #dsohandle))
        let object = try #require(places.object)
        #expect(FileManager.default.fileExists(atPath: object))
        #expect(object == URL(filePath: object).resolvingSymlinksInPath().path(percentEncoded: false))
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(places.program == program && !places.dataFolders.isEmpty)
        // A shared library has its own place.
        let library = try #require(dlsym(dlopen("libc.so.6", RTLD_NOW), "getpid"))
        #expect(ResourcePlaces(ofCodeAt: UInt(bitPattern: library)).object?.contains("/libc.so") == true)
    }

    /// The working folder belongs to the whole process.
    @Test func aPlugInLoadedByARelativePathIsFound() async throws {
        let code = try #require(dlsym(dlopen("libz.so.1", RTLD_NOW), "zlibVersion"))
        let library = try #require(ResourcePlaces(ofCodeAt: UInt(bitPattern: code)).object)
        try FileManager.default.copyItem(atPath: library, toPath: home.root + "/given/plugin.so")
        await #expect(processExitsWith: .success) { [root = home.root as String] () throws -> Void in
            try #require(chdir(root) == 0)
            let plugIn = try #require(dlopen("./given/plugin.so", RTLD_NOW))
            try #require(chdir("/") == 0)
            let code = try #require(dlsym(plugIn, "zlibVersion"))
            #expect(ResourcePlaces(ofCodeAt: UInt(bitPattern: code)).object == root + "/given/plugin.so")
        }
    }

    private func resource(_ path: String) -> FontResource {
        FontResource(path: path, sha256: String(repeating: "0", count: 64), length: 1, faces: [], version: "")
    }

    /// Returns the table of an app in `prefix`, with a plug-in that holds the code of the module.
    private func table(data: [String]) throws -> FontResourceTable {
        let places = ResourcePlaces(
            object: "\(home.root)/prefix/lib/reader/plugins/reader.so", program: "\(home.root)/prefix/bin/reader-gtk",
            dataFolders: data)
        return FontResourceTable(module: "reader.App", bundle: "Reader_App.resources", { "{}" }) { places }
    }
}
