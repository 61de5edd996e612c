# Completion of nuskha for bash. Made by nuskha_generate from the command's own help.
_nuskha() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command${command:+ }${COMP_WORDS[i]}" in
      'convert'|'check'|'repair'|'show'|'perft'|'variant'|'variant list'|'variant show'|'variant check'|'explain') command+="${command:+ }${COMP_WORDS[i]}" ;;
    esac
  done
  local IFS=$' \t\n'
  case "$command,$before" in
    'convert,--from') mapfile -t COMPREPLY < <(compgen -W 'pgn jsonl fen dola' -- "$word"); return ;;
    'convert,--variant') mapfile -t COMPREPLY < <(compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word"); return ;;
    'convert,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'convert,--jobs') COMPREPLY=(); return ;;
    'convert,--forgive') COMPREPLY=(); return ;;
    'convert,--pieces-in') COMPREPLY=(); return ;;
    'convert,--profile') mapfile -t COMPREPLY < <(compgen -W 'import export lichess chessbase twic' -- "$word"); return ;;
    'convert,--to') mapfile -t COMPREPLY < <(compgen -W 'pgn dola fen jsonl' -- "$word"); return ;;
    'convert,--output'|'convert,-o') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'convert,--pieces') COMPREPLY=(); return ;;
    'convert,--moves') mapfile -t COMPREPLY < <(compgen -W 'san lan uci' -- "$word"); return ;;
    'convert,--tags') mapfile -t COMPREPLY < <(compgen -W 'sorted input roster' -- "$word"); return ;;
    'convert,--without') mapfile -t COMPREPLY < <(compgen -W 'comments nags variations clocks evals' -- "$word"); return ;;
    'convert,--width') COMPREPLY=(); return ;;
    'convert,--select') COMPREPLY=(); return ;;
    'convert,--split') mapfile -t COMPREPLY < <(compgen -W 'N TAG' -- "$word"); return ;;
    'convert,--on-error') mapfile -t COMPREPLY < <(compgen -W 'keep truncate skip fail' -- "$word"); return ;;
    'check,--from') mapfile -t COMPREPLY < <(compgen -W 'pgn jsonl fen dola' -- "$word"); return ;;
    'check,--variant') mapfile -t COMPREPLY < <(compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word"); return ;;
    'check,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'check,--jobs') COMPREPLY=(); return ;;
    'check,--forgive') COMPREPLY=(); return ;;
    'check,--pieces-in') COMPREPLY=(); return ;;
    'check,--profile') mapfile -t COMPREPLY < <(compgen -W 'import export lichess chessbase twic' -- "$word"); return ;;
    'check,--format') mapfile -t COMPREPLY < <(compgen -W 'text jsonl sarif junit' -- "$word"); return ;;
    'check,--baseline') COMPREPLY=(); return ;;
    'repair,--from') mapfile -t COMPREPLY < <(compgen -W 'pgn jsonl fen dola' -- "$word"); return ;;
    'repair,--variant') mapfile -t COMPREPLY < <(compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word"); return ;;
    'repair,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'repair,--jobs') COMPREPLY=(); return ;;
    'repair,--forgive') COMPREPLY=(); return ;;
    'repair,--pieces-in') COMPREPLY=(); return ;;
    'repair,--to') mapfile -t COMPREPLY < <(compgen -W 'pgn dola fen jsonl' -- "$word"); return ;;
    'repair,--output'|'repair,-o') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'repair,--accept') mapfile -t COMPREPLY < <(compgen -W 'certain likely all' -- "$word"); return ;;
    'repair,--alternatives') COMPREPLY=(); return ;;
    'repair,--profile') mapfile -t COMPREPLY < <(compgen -W 'handwriting typed FILE.toml' -- "$word"); return ;;
    'repair,--learn') COMPREPLY=(); return ;;
    'repair,--format') mapfile -t COMPREPLY < <(compgen -W 'text jsonl sarif junit' -- "$word"); return ;;
    'show,--game') COMPREPLY=(); return ;;
    'show,--ply') COMPREPLY=(); return ;;
    'show,--board') mapfile -t COMPREPLY < <(compgen -W 'ascii unicode' -- "$word"); return ;;
    'show,--from') mapfile -t COMPREPLY < <(compgen -W 'pgn jsonl fen dola' -- "$word"); return ;;
    'show,--variant') mapfile -t COMPREPLY < <(compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word"); return ;;
    'show,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'perft,--fen') COMPREPLY=(); return ;;
    'perft,--number') COMPREPLY=(); return ;;
    'perft,--variant') mapfile -t COMPREPLY < <(compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word"); return ;;
    'perft,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'variant list,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    'variant show,--number') COMPREPLY=(); return ;;
    'variant show,--seed') COMPREPLY=(); return ;;
    'variant show,--board') mapfile -t COMPREPLY < <(compgen -W 'ascii unicode' -- "$word"); return ;;
    'variant show,--variant-file') mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
  esac
  case "$command" in
    '')
      mapfile -t COMPREPLY < <(compgen -W 'convert check repair show perft variant explain --version --help' -- "$word") ;;
    'convert')
      mapfile -t COMPREPLY < <(compgen -W '--help --from --variant --variant-file --jobs --forgive --pieces-in --profile --to --output --pieces --moves --tags --without --reduced --width --annotate --positions --select --split --on-error' -- "$word"; compgen -f -- "$word") ;;
    'check')
      mapfile -t COMPREPLY < <(compgen -W '--help --from --variant --variant-file --jobs --forgive --pieces-in --profile --format --baseline --draws --suggest' -- "$word"; compgen -f -- "$word") ;;
    'repair')
      mapfile -t COMPREPLY < <(compgen -W '--help --from --variant --variant-file --jobs --forgive --pieces-in --to --output --diff --in-place --accept --ask --alternatives --profile --learn --format' -- "$word"; compgen -f -- "$word") ;;
    'show')
      mapfile -t COMPREPLY < <(compgen -W '--help --game --ply --board --from --variant --variant-file' -- "$word"; compgen -f -- "$word") ;;
    'perft')
      mapfile -t COMPREPLY < <(compgen -W '--help --fen --divide --number --variant --variant-file' -- "$word"; compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word") ;;
    'variant')
      mapfile -t COMPREPLY < <(compgen -W 'list show check --help' -- "$word") ;;
    'variant list')
      mapfile -t COMPREPLY < <(compgen -W '--help --variant-file' -- "$word") ;;
    'variant show')
      mapfile -t COMPREPLY < <(compgen -W '--help --resolved --number --random --seed --board --variant-file' -- "$word"; compgen -W "$(nuskha variant list 2>/dev/null | cut -d' ' -f1)" -- "$word") ;;
    'variant check')
      mapfile -t COMPREPLY < <(compgen -W '--help' -- "$word"; compgen -f -- "$word") ;;
    'explain')
      mapfile -t COMPREPLY < <(compgen -W '--help' -- "$word"; compgen -W "$(nuskha explain 2>/dev/null | cut -d' ' -f1)" -- "$word") ;;
  esac
}
complete -o filenames -F _nuskha nuskha
