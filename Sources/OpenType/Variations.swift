package import FontModel

/// The axes and named instances of a variable face (OpenType `fvar`), with the IDs of their names.
package struct Variations {
    struct Instance {
        var nameID: Int
        var postscriptNameID: Int?
        var coordinates: [Double]
        /// The offset of the record in the file.
        var offset: Int
    }

    package private(set) var axes: [VariationAxis] = []
    /// The `name` IDs of the axes' names, in the order of axes.
    package private(set) var axisNameIDs: [Int] = []
    private(set) var instances: [Instance] = []

    /// Reads the table; `room` is the number of named instances that the file may still have.
    init(_ table: FontBytes?, room: Int, log: inout FindingLog, budget: inout WorkBudget) {
        if let table { read(table, room: room, log: &log, budget: &budget) }
    }

    private mutating func read(
        _ table: FontBytes, room: Int, log: inout FindingLog, budget: inout WorkBudget
    ) {
        func damage(_ offset: Int, _ message: Message) {
            log.add(.axisRecords, .table("fvar", table.start + offset), message)
        }
        guard let major = table.u16(0), let axesOffset = table.u16(4), let axisCount = table.u16(8),
            let axisSize = table.u16(10), let instanceCount = table.u16(12), let instanceSize = table.u16(14)
        else { return damage(0, "The table 'fvar' has fewer than 16 bytes.") }
        guard major == 1 else { return damage(0, "The table 'fvar' has the unknown version \(major).") }
        guard axisCount > 0 else {
            return log.add(.noAxes, .table("fvar", table.start + 8), "The table 'fvar' has no axes.")
        }
        guard axisSize >= 20, table.holds(axisCount, of: axisSize, at: axesOffset) else {
            return damage(8, "The \(axisCount) axes do not fit the table 'fvar'.")
        }
        let instancesOffset = axesOffset + axisCount * axisSize
        guard
            instanceCount == 0
                || instanceSize >= 4 + 4 * axisCount
                    && table.holds(instanceCount, of: instanceSize, at: instancesOffset)
        else { return damage(12, "The \(instanceCount) named instances do not fit the table 'fvar'.") }
        guard axisCount <= FontLimits.axesPerFace else {
            return log.add(
                .tooManyAxes, .table("fvar", table.start + 8),
                "The face has \(axisCount) axes; at most \(FontLimits.axesPerFace) are accepted.")
        }
        guard budget.spend(axisCount * axisSize + instanceCount * instanceSize) else { return }
        readAxes(table, at: axesOffset, count: axisCount, size: axisSize, log: &log)

        guard instanceCount <= FontLimits.instancesPerFace else {
            return log.add(
                .tooManyInstances, .table("fvar", table.start + 12),
                "The face has \(instanceCount) named instances; at most \(FontLimits.instancesPerFace) are accepted.")
        }
        guard instanceCount <= room else {
            return log.add(
                .tooManyInstances, .table("fvar", table.start + 12),
                "The file has more than \(FontLimits.facesAndInstancesPerFile) faces and named instances.")
        }
        readInstances(table, at: instancesOffset, count: instanceCount, size: instanceSize, log: &log)
    }

    private mutating func readAxes(_ table: FontBytes, at start: Int, count: Int, size: Int, log: inout FindingLog) {
        var tags: Set<Tag> = []
        for index in 0..<count {
            let place = start + size * index
            guard let tag = table.tag(place), let minimum = table.fixed(place + 4),
                let defaultValue = table.fixed(place + 8), let maximum = table.fixed(place + 12),
                let flags = table.u16(place + 16), let nameID = table.u16(place + 18)
            else { continue }
            if !tags.insert(tag).inserted {
                log.add(.axisTwice, .table("fvar", table.start + place), "The axis '\(tag.text)' is declared twice.")
            }
            if minimum > defaultValue || defaultValue > maximum {
                log.add(
                    .axisDefault, .table("fvar", table.start + place),
                    "The default \(defaultValue) of the axis '\(tag.text)' is not within \(minimum) to \(maximum).")
            }
            axes.append(
                VariationAxis(
                    tag: tag.text, name: tag.text, minimum: minimum, defaultValue: defaultValue, maximum: maximum,
                    isHidden: flags & 1 != 0))
            axisNameIDs.append(nameID)
        }
    }

    private mutating func readInstances(
        _ table: FontBytes, at start: Int, count: Int, size: Int, log: inout FindingLog
    ) {
        let hasPostScriptNames = size >= 6 + 4 * axes.count
        var hasWarned = false
        for index in 0..<count {
            let place = start + size * index
            guard let nameID = table.u16(place) else { continue }
            let coordinates = axes.indices.map { table.fixed(place + 4 + 4 * $0) ?? 0 }
            let isOutside = zip(axes, coordinates).contains { $1 < $0.minimum || $1 > $0.maximum }
            if isOutside, !hasWarned {
                hasWarned = true
                log.add(
                    .instanceOutside, .table("fvar", table.start + place),
                    "Named instance \(index) is outside the ranges of the axes.")
            }
            let postscriptNameID = hasPostScriptNames ? table.u16(place + 4 + 4 * axes.count) : nil
            instances.append(
                Instance(
                    nameID: nameID, postscriptNameID: postscriptNameID == 0xFFFF ? nil : postscriptNameID,
                    coordinates: coordinates, offset: table.start + place))
        }
    }

    /// Returns the default value of an axis, or nil if there is no such axis.
    func defaultValue(_ tag: String) -> Double? { axes.first { $0.tag == tag }?.defaultValue }

    /// Returns the axes with their names.
    func namedAxes(_ names: NameTable) -> [VariationAxis] {
        zip(axes, axisNameIDs).map { axis, nameID in
            var axis = axis
            if let entry = names.best(nameID) { axis.name = entry.record.display }
            return axis
        }
    }

    /// Returns the instances with their names.
    func namedInstances(_ names: NameTable, face: FaceNames, log: inout FindingLog) -> [NamedInstance] {
        var unnamed = 0
        var firstUnnamed: Int?
        let named = instances.map { instance in
            let isDefault = zip(axes, instance.coordinates).allSatisfy { $0.defaultValue == $1 }
            let name = names.best(instance.nameID)
            if name == nil {
                unnamed += 1
                firstUnnamed = firstUnnamed ?? instance.offset
            }
            let ownName = instance.postscriptNameID.flatMap { names.best($0)?.usableText }
                .flatMap { PostScriptName.isValid($0) ? $0 : nil }
            return NamedInstance(
                name: name?.record.display ?? (isDefault ? face.style : location(of: instance)),
                postscriptName: DisplayText.clean(ownName ?? formedName(instance, name?.usableText, face)),
                hasOwnPostScriptName: ownName != nil,
                coordinates: Dictionary(
                    zip(axes.map(\.tag), instance.coordinates), uniquingKeysWith: { first, _ in first }),
                isDefault: isDefault)
        }
        if let firstUnnamed {
            log.add(
                .instanceUnnamed, .table("fvar", firstUnnamed),
                "The number of named instances without a readable name is \(unnamed).")
        }
        return named
    }

    /// Forms the PostScript name of an instance that has none.
    ///
    /// If the family has no valid characters, the face's PostScript name replaces it. If the style has none, the
    /// location replaces it.
    private func formedName(_ instance: Instance, _ style: String?, _ face: FaceNames) -> String {
        let family = PostScriptName.formed(family: face.instancePrefix, style: "") ?? face.postscriptName
        let name = PostScriptName.formed(family: family, style: style ?? "")
        if let name, name != family { return name }
        return PostScriptName.formed(family: family, style: location(of: instance)) ?? family
    }

    /// Returns the location as text, such as `700wght_100wdth`.
    private func location(of instance: Instance) -> String {
        zip(axes, instance.coordinates)
            .map { axis, value in (value == value.rounded() ? "\(Int(value))" : "\(value)") + axis.tag }
            .joined(separator: "_")
    }
}
