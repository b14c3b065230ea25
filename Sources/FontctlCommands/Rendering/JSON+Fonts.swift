import FontAdvice
import FontModel
import FontRegistry

extension JSON {
    /// Returns the FACE of a face.
    ///
    /// - Parameter file: The file that fontconfig sees, or that was read.
    static func face(_ face: FontFace, file: String?) -> JSON { record(face.shownMembers(file: file)) }

    /// Returns the faces of a registration.
    static func faces(_ registration: Registration) -> JSON {
        .array(registration.faces.map { face($0, file: registration.path) })
    }

    /// Returns the registration for all users that shows a font to a user.
    static func systemRegistration(_ registration: SystemRegistration) -> JSON {
        ["id": .string(registration.id), "provider": .string(registration.provider)]
    }

    /// Returns the reasons for which programs do not see fonts; nil if there are none.
    static func withheld(_ fonts: [WithheldFont]) -> JSON? { fonts.isEmpty ? nil : JSON(fonts) }

    /// Creates an object from the fields of a record.
    init(_ record: some FieldEncoded) { self = Self.record(record.fieldMembers) }

    /// Creates a list of objects from the fields of records.
    init(_ records: [some FieldEncoded]) { self = .array(records.map { Self.record($0.fieldMembers) }) }

    /// Returns the object without the member that only decoders need.
    static func record(_ members: [FieldMember]) -> JSON {
        .object(members.compactMap { $0.name == "base" ? nil : Member(key: $0.name, value: JSON($0.value)) })
    }

    private init(_ value: FieldValue) {
        self =
            switch value {
            case .flag(let flag): .bool(flag)
            case .integer(let number): JSON(number)
            case .unsigned(let number): JSON(Int64(number))
            case .number(let number): .number(number)
            case .text(let text): .string(text)
            case .message(let message): .string(message.description)
            case .texts(let texts): JSON(texts)
            case .numbers(let numbers):
                .object(numbers.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: .number($0.value)) })
            case .traits(let traits): JSON(traits.names)
            case .range(let range): [.number(range.lowerBound), .number(range.upperBound)]
            case .record(let members): Self.record(members)
            case .records(let records): .array(records.map(Self.record))
            case .absent(let isList): isList ? [] : .null
            }
    }
}

extension [ProgramGroup] {
    /// The programs for JSON, each with all its processes.
    var json: JSON {
        .array(
            map { group in
                [
                    "program": .string(group.program.name),
                    "pids": .array(group.processes.map { JSON(Int($0.user.processIdentifier)) }),
                    "follows": .string(group.program.following.rawValue),
                ]
            })
    }
}
