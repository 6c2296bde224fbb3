/// The scripts that shells load to complete command lines; they ask the program for the words.
enum CompletionScript {
  /// The script of a shell, with a newline at its end.
  static func text(_ shell: ShellName) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// bash breaks words at some characters, and replaces only the text after the last such character or an open quote.
  ///
  /// So the script returns only that part of a word, quoted for the shell.
  private static let bash = #"""
    # bash completion for httpcache: source it, or put it where bash-completion looks.

    # Reads a word as the shell would, but runs nothing in it: its text, the quote that is open at its end, and the text
    # before what readline will replace.
    _httpcache_read() {
      local rest=$1 char before=
      plain= open= kept=
      while [[ -n $rest ]]; do
        char=${rest:0:1}
        rest=${rest:1}
        if [[ $open == \' ]]; then
          if [[ $char == \' ]]; then open=; else plain+=$char; fi
        elif [[ $open == \" && $char == \" ]]; then
          open=
        elif [[ $open == \" ]]; then
          if [[ $char == \\ && ${rest:0:1} == [\$\`\"\\] ]]; then
            char=${rest:0:1}
            rest=${rest:1}
          fi
          plain+=$char
        elif [[ $char == \\ ]]; then
          plain+=${rest:0:1}
          rest=${rest:1}
        elif [[ $char == [\'\"] ]]; then
          open=$char
          before=$plain
        else
          # What follows @ is replaced with it: a host may stand there.
          [[ $char == @ && $COMP_WORDBREAKS == *@* ]] && kept=$plain
          plain+=$char
          [[ $char != @ && $COMP_WORDBREAKS == *"$char"* ]] && kept=$plain
        fi
      done
      [[ -z $open ]] || kept=$before
    }

    # Writes a text so that the shell reads it as it is, within the quote that is open.
    _httpcache_quote() {
      local rest=$1 char
      quoted=
      if [[ -z $open ]]; then
        [[ -z $rest ]] || printf -v quoted %q "$rest"
        return
      fi
      while [[ -n $rest ]]; do
        char=${rest:0:1}
        rest=${rest:1}
        if [[ -z $rest && $char == "$open" ]]; then
          # readline closes no quote behind one.
          char=$open\\$char
        elif [[ -z $rest && $open == \" && $char == ! ]]; then
          char="\"'!'\"\""
        elif [[ $open == \' && $char == \' ]]; then
          char="'\\''"
        elif [[ $open == \" && $char == ! ]]; then
          char="\"'!'\""
        elif [[ $open == \" && $char == [\$\`\"\\] ]]; then
          char="\\$char"
        fi
        quoted+=$char
      done
    }

    _httpcache() {
      local rest=${COMP_LINE:0:COMP_POINT} count=-1 index word trimmed line
      local plain open kept quoted
      local -a words=() texts=()
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
      for word in "${words[@]}"; do
        _httpcache_read "$word"
        texts+=("$plain")
      done
      COMPREPLY=()
      while IFS= read -r line; do
        line=${line%%$'\t'*}
        case $line in
          :files | :directories)
            compopt -o filenames 2>/dev/null
            local action=-f
            [[ $line == :directories ]] && action=-d
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
              compgen "$action" -- "${plain#--*=}"
            )
            ;;
          "$kept"*)
            _httpcache_quote "${line#"$kept"}"
            COMPREPLY+=("$quoted")
            ;;
        esac
      done < <("${texts[0]/#\~/$HOME}" --complete -- "${texts[@]:1}" 2>/dev/null)
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
        set current (string unescape -- "$current"; or string trim -l -c '"\'' -- "$current")
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
