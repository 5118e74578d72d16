import type { CompletedOption, CompletionModel } from './model.ts';

/** A script that completes command lines in bash, from 3.2 on. */
export function bashScript({ commands, options }: CompletionModel): string {
  const ofCommands = commands
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => `      ${name}) words='${words.join(' ')}' ;;`);
  return `# Completion of kubeadmit in bash: eval "$(kubeadmit completion bash)"
_kubeadmit() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words='' prefix=''
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${options.flatMap(caseOf).join('\n')}
    *)
      if [[ $current == -* ]]; then
        words='${options.flatMap(({ names }) => names).join(' ')}'
      elif (( COMP_CWORD == 1 )); then
        words='${commands.map(({ name }) => name).join(' ')}'
      else
        case "\${COMP_WORDS[1]}" in
${ofCommands.map((line) => `    ${line}`).join('\n')}
        esac
      fi
      ;;
  esac
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "\${current#"$prefix"}"))
}
complete -o default -F _kubeadmit kubeadmit
`;
}

function caseOf({ names, value }: CompletedOption): readonly string[] {
  const pattern = `    ${names.join('|')})`;
  switch (value.kind) {
    case 'none':
      return [];
    case 'text':
    case 'file':
      // Files are the default.
      return [`${pattern} return ;;`];
    case 'words':
      return [`${pattern} words='${value.words.join(' ')}' ;;`];
    case 'list':
      return [
        `${pattern}`,
        `      words='${value.words.join(' ')}'`,
        `      [[ $current == *,* ]] && prefix="\${current%,*},"`,
        '      ;;',
      ];
  }
}
