/// The colours and icons of a target, and their code.
package struct TargetStyles: Sendable {
    package let palette: Palette
    package let icons: IconSet
    package let code: StyleCode
    /// What stops the build.
    package let problems: [BuildProblem]

    /// Reads the files of colours and icons of a target: those among its resources, and the palette in its folder.
    ///
    /// - Parameter fonts: The fonts of the target, for the files beside them and the settings.
    package init(of fonts: TargetFonts) {
        let target = fonts.target
        var problems: [BuildProblem] = []
        var files: [StyleFile] = []
        let bundle = Set((fonts.otherFiles + fonts.fonts.map(\.file)).map(\.resource))
        func read(_ path: String, _ resource: String?) {
            do throws(BuildProblem) {
                if let file = try StyleFile.read(path, source: target.source(path), resource: resource) {
                    files.append(file)
                }
            } catch {
                problems.append(error)
            }
        }
        for file in fonts.otherFiles {
            // A palette and a color set become code; icons are read from the bundle.
            if IconSet.isIcon(file.source), file.leads(outOf: bundle) {
                problems.append(file.linkProblem)
            } else {
                read(file.path, file.resource)
            }
        }
        let palette = target.folder + "/palette.json"
        if !fonts.otherFiles.contains(where: { $0.path == palette }), ResourceTarget.isFile(palette) {
            read(palette, nil)
        }
        self.palette = Palette(files)
        icons = IconSet(files)
        code = StyleCode(
            self.palette, icons, module: target.module, bundle: target.bundle, access: fonts.settings.access.rawValue)
        self.problems = problems + code.problems
    }
}
