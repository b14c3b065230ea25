import CZlib
import FontModel
import Foundation

/// The families of the distribution, read from its catalogue data and from apt's lists.
struct DistributionData {
    private let places: DistributionPlaces
    private let files: [DistributionPlaces.DataFile]

    init(_ places: DistributionPlaces, _ files: [DistributionPlaces.DataFile]) {
        self.places = places
        self.files = files
    }

    /// Reads all families, with identifiers in the order of their names.
    ///
    /// Packages of the section `fonts` without catalogue data are families of their own names, if these are names of fonts.
    func families() -> [DistributionFamily] {
        let components = components()
        let packages = packages(wanted: Set(components.map(\.package)))
        var families = components.compactMap { component -> DistributionFamily? in
            // Data of packages that apt does not offer is of another time or machine.
            if let packages, packages[component.package] == nil { return nil }
            return DistributionFamily(component, packages?[component.package])
        }
        let described = Set(families.map(\.package))
        families += (packages ?? [:]).values.filter { package in
            package.isOfFonts && package.isNamedAsFonts && !described.contains(package.name)
        }.sorted { $0.name < $1.name }.map { DistributionFamily($0) }
        var numbers: [String: Int] = [:]
        for place in families.indices {
            let family = families[place]
            let form = [FamilyIdentifiers.form(of: family.family), FamilyIdentifiers.form(of: family.package)]
            let base = form.first { !$0.isEmpty } ?? "family"
            let number = (numbers[base] ?? 0) + 1
            numbers[base] = number
            families[place].id = number == 1 ? base : "\(base)-\(number)"
        }
        return families
    }

    /// The components of all files; of those with one identifier and package, the first.
    private func components() -> [AppStreamComponent] {
        var components: [AppStreamComponent] = []
        var seen: Set<[String]> = []
        func take(_ component: AppStreamComponent) {
            if seen.insert([component.id, component.package]).inserted { components.append(component) }
        }
        for file in files {
            // What is read of a damaged file before the damage counts.
            if file.isXML {
                guard let reader = AppStreamXML(take) else { continue }
                read(file.path) { reader.read($0) }
            } else {
                let reader = AppStreamYAML(take)
                read(file.path) {
                    reader.read($0)
                    return true
                }
                reader.finish()
            }
        }
        return components.sorted { ($0.name, $0.package, $0.id) < ($1.name, $1.package, $1.id) }
    }

    /// Reads a file, decompressed, piece by piece.
    ///
    /// - Parameter take: Receives the next bytes; returns whether more are wanted.
    private func read(_ path: String, _ take: (UnsafeRawBufferPointer) -> Bool) {
        let suffix = path.split(separator: ".").last
        if ["xz", "lz4", "zst", "bz2"].contains(suffix), access("/usr/lib/apt/apt-helper", X_OK) == 0 {
            var isWanted = true
            _ = ProgramOutput.run(
                "/usr/lib/apt/apt-helper", ["cat-file", path], environment: places.environment
            ) { if isWanted { isWanted = take($0) } }
            return
        }
        // It reads files that are not compressed, too.
        guard let file = gzopen(path, "rb") else { return }
        defer { gzclose(file) }
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            while case let count = gzread(file, buffer.baseAddress, UInt32(buffer.count)), count > 0,
                take(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]))
            {}
        }
    }

    /// The packages that apt offers by name: those of fonts, and the wanted ones; nil without apt.
    private func packages(wanted: Set<String>) -> [String: AptPackage]? {
        guard places.hasApt, let program = places.program("apt-cache") else { return nil }
        let reader = AptPackageReader(wanted: wanted)
        let ending = ProgramOutput.run(program, ["dumpavail"], environment: places.environment) { reader.read($0) }
        reader.finish()
        return ending?.status == 0 ? reader.packages : nil
    }
}
