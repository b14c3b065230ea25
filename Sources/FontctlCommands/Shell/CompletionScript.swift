import ArgumentParser
import FontModel
import Glibc

/// The scripts by which shells complete command lines of `fontctl`.
///
/// They ask the program for candidates, each on a line, and hand them to the shell as data: no script evaluates,
/// expands or splits what the program returns. The argument parser's own scripts are not used, since the one for bash
/// gives candidates to `compgen -W`, which expands them.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    /// The option that prints a script.
    private static let option = "--generate-completion-script"

    /// Returns the script that a command line asks for; nil if it asks for none.
    ///
    /// - Throws: `ValidationError` for an unknown shell.
    static func requested(by arguments: [String]) throws -> String? {
        let arguments = arguments.prefix { $0 != "--" }
        guard let place = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else {
            return nil
        }
        let given = arguments[place].split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        let login = getenv("SHELL").map { String(cString: $0) } ?? ""
        let name =
            given ?? arguments.dropFirst(place + 1).first
            ?? String(login.drop { $0 == "/" }.split(separator: "/").last ?? "")
        guard let shell = CompletionScript(rawValue: name) else {
            throw ValidationError(message: "Specify a shell: `fontctl \(option) bash`, zsh or fish.")
        }
        return shell.text
    }

    /// The script.
    var text: String {
        switch self {
        case .bash:
            #"""
            # Completion of fontctl for bash. The words that fontctl prints are quoted for bash already.
            _fontctl() {
                local answer
                COMPREPLY=()
                while IFS= read -r answer; do
                    case $answer in
                        files) compopt -o default ;;
                        folders) compopt -o dirnames ;;
                        =*) COMPREPLY+=("${answer#=}") ;;
                    esac
                done < <("$1" \#(CompletionRequest.word) bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
            }
            complete -F _fontctl fontctl
            """#
        case .zsh:
            #"""
            #compdef fontctl
            # Completion of fontctl for zsh.
            _fontctl() {
                local answer files= tab=$'\t'
                local -a answers words_before candidates lines
                (( CURRENT > 2 )) && words_before=("${(@Q)words[2,CURRENT-1]}")
                answers=("${(@f)$("${(Q)words[1]}" \#(CompletionRequest.word) zsh "${(@)words_before}" "${(Q)PREFIX}" 2>/dev/null)}")
                for answer in "${(@)answers}"; do
                    case $answer in
                        (files|folders) files=$answer ;;
                        (\=*)
                            answer=${answer#\=}
                            candidates+=("${answer%%$tab*}")
                            lines+=("${answer/$tab/  -- }")
                            ;;
                    esac
                done
                if (( $#candidates )); then
                    if [[ "${(j::)lines}" == *'  -- '* ]]; then
                        compadd -l -d lines -a -- candidates
                    else
                        compadd -a -- candidates
                    fi
                elif [[ $files == folders ]]; then
                    _files -/
                elif [[ $files == files ]]; then
                    _files
                fi
            }
            if [[ ${funcstack[1]-} == _fontctl ]]; then
                _fontctl "$@"
            else
                compdef _fontctl fontctl
            fi
            """#
        case .fish:
            #"""
            # Completion of fontctl for fish.
            function __fontctl_complete
                set -l before (commandline -opc)
                set -l program $before[1]
                set -e before[1]
                set -l token (commandline -ct)
                # A token whose quotation mark is not closed yet is read with it.
                set -l word
                for mark in '' "'" '"'
                    set word (string unescape -- "$token$mark" 2>/dev/null)
                    and break
                end
                # What fish's own completion of files gets is quoted, so that it is not taken for a command either.
                set -l typed (string escape -- "$word")
                string match -q '~*' -- "$token"
                and set typed "$token"
                for answer in (command $program \#(CompletionRequest.word) fish $before "$word" 2>/dev/null)
                    switch $answer
                        case files
                            complete -C"'' $typed"
                        case folders
                            complete -C"'' $typed" | string match '*/'
                        case '=*'
                            string sub -s 2 -- $answer
                    end
                end
            end
            complete -c fontctl -f -a '(__fontctl_complete)'
            """#
        }
    }
}
