/// What a shell loads to complete command lines: it asks the program for the words.
enum CompletionScript {
  /// The script of a shell, with a newline at its end.
  static func text(_ shell: ShellName) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// bash breaks words at `:` and `=`, and replaces only what follows the last of them.
  private static let bash = #"""
    # bash completion for httpcache: source it, or put it where bash-completion looks.
    _httpcache() {
      local rest=${COMP_LINE:0:COMP_POINT} count=-1 index word trimmed line kept
      local -a words=()
      for ((index = 0; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        trimmed=${rest#"${rest%%[![:space:]]*}"}
        [[ $index -eq $COMP_CWORD ]] && word=$trimmed
        if [[ $count -ge 0 && $trimmed == "$rest" && -n $word ]]; then
          words[count]+=$word
        else
          count=$((count + 1))
          words[count]=$word
        fi
        rest=${trimmed#"$word"}
      done
      local current=${words[count]}
      kept=
      [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && kept=${current%"${current##*:}"}
      [[ $COMP_WORDBREAKS == *=* && $current == *=* && ${#kept} -lt ${#current} ]] &&
        line=${current%"${current##*=}"} && [[ ${#line} -gt ${#kept} ]] && kept=$line
      COMPREPLY=()
      while IFS= read -r line; do
        line=${line%%$'\t'*}
        case $line in
          :files | :directories)
            compopt -o filenames 2>/dev/null
            local action=-f
            [[ $line == :directories ]] && action=-d
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
              compgen "$action" -- "${current#--*=}"
            )
            ;;
          *) COMPREPLY+=("${line#"$kept"}") ;;
        esac
      done < <("${words[0]/#\~/$HOME}" --complete -- "${words[@]:1}" 2>/dev/null)
    }
    complete -F _httpcache httpcache

    """#

  private static let zsh = #"""
    #compdef httpcache
    # zsh completion for httpcache: put it as _httpcache into a directory of $fpath.
    _httpcache() {
      local line
      local -a lines described plain
      lines=("${(@f)$(${~words[1]} --complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      for line in $lines; do
        case $line in
          :files | :directories)
            [[ $PREFIX == --*=* ]] && compset -P '--*='
            if [[ $line == :files ]]; then _files; else _files -/; fi
            return
            ;;
          *$'\t'*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
          ?*) plain+=("$line") ;;
        esac
      done
      local -a kind
      [[ $PREFIX == -* ]] && kind=(-o)
      [[ -n $described ]] && _describe $kind 'httpcache' described
      [[ -n $plain ]] && compadd -a plain
    }
    if [[ $funcstack[1] == _httpcache ]]; then _httpcache "$@"; else compdef _httpcache httpcache; fi

    """#

  private static let fish = #"""
    # fish completion for httpcache: put it as httpcache.fish into a directory of $fish_complete_path.
    function __httpcache_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l kept (string match -r -- '^--[^=]*=' "$current")
        for line in ($words[1] --complete -- $words[2..-1] "$current" 2>/dev/null)
            switch $line
                case ':files'
                    printf '%s\n' "$kept"(__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
                case ':directories'
                    printf '%s\n' "$kept"(__fish_complete_directories (string replace -r -- '^--[^=]*=' '' "$current") '')
                case '*'
                    printf '%s\n' $line
            end
        end
    end
    complete -c httpcache -f -a '(__httpcache_complete)'

    """#
}
