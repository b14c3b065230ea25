import FontModel

extension Rule {
    static let variations: [Rule] = [
        Rule(
            "default-as-an-instance", [.openedInstances, .listedInstances],
            "FreeType adds an instance for the default location if `fvar` names none; fontd lists only named instances."
        ) { difference, face in
            face.opened.instances.count == face.ours.instances.count + 1
                && (difference.field == .openedInstances
                    || difference.theirs.hasSuffix("\(face.opened.instances.count)]"))
        },
        Rule(
            "negative-coordinates", [.openedInstances],
            "FreeType 2.12 reads the coordinates of instances without their sign: -10 becomes 65,526."
        ) { _, face in
            face.opened.instances.count == face.ours.instances.count
                && zip(face.opened.instances, face.ours.instances).allSatisfy { opened, ours in
                    zip(opened.coordinates, face.ours.axes).allSatisfy { value, axis in
                        (value < 32_768 ? value : value - 65_536) == ours.coordinates[axis.tag]
                    }
                }
        },
        Rule(
            "instance-by-prefix", [.openedInstanceName],
            "FreeType's names of instances begin with name 25 if there is one; fontd's begin with the family, as "
                + "Apple's do."
        ) { difference, face in
            face.records.contains { $0.nameID == 25 && difference.theirs.hasPrefix($0.display + "-") }
        },
        Rule(
            "instance-without-postscript-name", [.openedInstanceName],
            "FreeType 2.12 forms no PostScript name for an instance if the family contains characters other than "
                + "letters and digits, such as blanks; fontd forms the name as Apple does."
        ) { difference, face in
            difference.theirs.isEmpty && face.ours.family.contains { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        },
        Rule(
            "instance-by-location", [.listedInstanceName],
            "fontconfig sets the location instead of the instance, and FreeType forms a name for the location: `Inter_600wght`."
        ) { difference, face in
            let instance = face.ours.instances[difference.instance - 1]
            let location = face.ours.axes.compactMap { axis in
                instance.coordinates[axis.tag].flatMap { value in
                    let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
                    return value == axis.defaultValue ? nil : "_\(number)\(axis.tag)"
                }
            }
            return !location.isEmpty && difference.theirs.hasSuffix(location.joined())
        },
        Rule(
            "instance-by-family", [.listedInstanceName],
            "If FreeType forms no PostScript name for an instance, fontconfig uses the family as the name of every instance."
        ) { difference, face in
            face.opened.instances.indices.contains(difference.instance - 1)
                && face.opened.instances[difference.instance - 1].postscriptName == nil
                && face.listed.families.contains { $0.text.replacing(" ", with: "-") == difference.theirs }
        },
        Rule(
            "instance-weight-by-class", [.instanceWeight],
            "fontconfig multiplies the weight class by the ratio of location and default, which is correct only if "
                + "the class is the default; fontd uses the location."
        ) { difference, face in
            guard let axis = face.opened.axes.firstIndex(where: { $0.tag == "wght" }),
                let weight = face.opened.weightClass,
                face.opened.instances.indices.contains(difference.instance - 1)
            else { return false }
            let value = face.opened.instances[difference.instance - 1].coordinates[axis]
            let start = face.opened.axes[axis].defaultValue
            let made = start == 0 ? Double(weight) : Double(weight) * value / start
            return difference.theirs == "\(ComparedFace.rounded(FontconfigScale.nearest(made)))"
        },
    ]
}
