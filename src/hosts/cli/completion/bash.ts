import type { CompletedOption, CompletionModel } from './model.ts';

/** A script that completes command lines in bash, from 3.2 on. */
export function bashScript({ commands, options }: CompletionModel): string {
  const all = [{ name: 'lint', words: [], options }, ...commands];
  const names = all.map(({ name }) => name);
  return `# Completion of kubeadmit in bash: eval "$(kubeadmit completion bash)"
_kubeadmit() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command=lint options='' words='' prefix=''
  COMPREPLY=()
  if (( COMP_CWORD > 1 )); then
    case "\${COMP_WORDS[1]}" in
      ${names.join('|')}) command="\${COMP_WORDS[1]}" ;;
    esac
  fi
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${all.flatMap((command) => command.options.flatMap((option) => caseOf(command.name, option))).join('\n')}
    *)
      case "$command" in
${all.map((command) => `        ${command.name}) options='${namesOf(command.options)}' words='${command.words.join(' ')}' ;;`).join('\n')}
      esac
      if [[ $current == -* ]]; then
        words="$options"
      elif (( COMP_CWORD == 1 )); then
        words='${names.join(' ')}'
      fi
      ;;
  esac
  COMPREPLY=($(compgen -P "$prefix" -W "$words" -- "\${current#"$prefix"}"))
}
complete -o default -F _kubeadmit kubeadmit
`;
}

function namesOf(options: readonly CompletedOption[]): string {
  return options.flatMap(({ names }) => names).join(' ');
}

function caseOf(command: string, { names, value }: CompletedOption): readonly string[] {
  const pattern = `    ${names.map((name) => `'${command} ${name}'`).join('|')})`;
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
