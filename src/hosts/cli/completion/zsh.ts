import type { CompletedOption, CompletionModel } from './model.ts';

/** A script that completes command lines in zsh; it can be evaluated, or be a file of a folder in fpath. */
export function zshScript({ commands, options }: CompletionModel): string {
  const all = [{ name: 'lint', words: [], options }, ...commands];
  const described = commands.map(({ name, summary }) => `      ${quote(`${name}:${summary}`)}`);
  return `#compdef kubeadmit
# Completion of kubeadmit in zsh: source <(kubeadmit completion zsh)
_kubeadmit() {
  local command=lint
  local -a kubeadmit_options kubeadmit_commands
  if (( CURRENT > 2 )); then
    case "\${words[2]}" in
      ${all.map(({ name }) => name).join('|')}) command="\${words[2]}" ;;
    esac
  fi
  case "$command \${words[CURRENT-1]}" in
${all.flatMap((command) => command.options.flatMap((option) => caseOf(command.name, option))).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$command" in
${all.map((command) => optionsOf(command.name, command.options)).join('\n')}
    esac
    _describe -o option kubeadmit_options
    return
  fi
  if (( CURRENT == 2 )); then
    kubeadmit_commands=(
${described.join('\n')}
    )
    _describe command kubeadmit_commands
    _files
    return
  fi
  case "$command" in
${all.flatMap(({ name, words }) => (words.length === 0 ? [] : [`    ${name}) compadd -- ${words.join(' ')} ;;`])).join('\n')}
  esac
  _files
}
if [[ "\${funcstack[1]}" == _kubeadmit ]]; then
  _kubeadmit "$@"
else
  compdef _kubeadmit kubeadmit
fi
`;
}

function optionsOf(command: string, options: readonly CompletedOption[]): string {
  const described = options.flatMap(({ names, description }) =>
    names.map((name) => `        ${quote(`${name}:${description}`)}`),
  );
  return `      ${command}) kubeadmit_options=(\n${described.join('\n')}\n      ) ;;`;
}

function caseOf(command: string, { names, value }: CompletedOption): readonly string[] {
  const pattern = `    ${names.map((name) => `'${command} ${name}'`).join('|')})`;
  switch (value.kind) {
    case 'none':
      return [];
    case 'text':
      return [`${pattern} return ;;`];
    case 'file':
      return [`${pattern} _files; return ;;`];
    case 'words':
      return [`${pattern} compadd -- ${value.words.join(' ')}; return ;;`];
    case 'list':
      return [`${pattern} compset -P '*,'; compadd -- ${value.words.join(' ')}; return ;;`];
  }
}

/** Quotes a text for \`_describe\`, in which a colon separates a name from its description. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
