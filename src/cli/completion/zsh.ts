import type { CompletedOption, CompletionModel } from './model.ts';

/** A script that completes command lines in zsh; it can be evaluated, or be a file of a folder in fpath. */
export function zshScript({ commands, options }: CompletionModel): string {
  const ofCommands = commands
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`);
  const described = options.flatMap(({ names, description }) =>
    names.map((name) => `      ${quote(`${name}:${description}`)}`),
  );
  return `#compdef kubeadmit
# Completion of kubeadmit in zsh: source <(kubeadmit completion zsh)
_kubeadmit() {
  local -a kubeadmit_options kubeadmit_commands
  case "\${words[CURRENT-1]}" in
${options.flatMap(caseOf).join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    kubeadmit_options=(
${described.join('\n')}
    )
    _describe -o option kubeadmit_options
    return
  fi
  if (( CURRENT == 2 )); then
    kubeadmit_commands=(
${commands.map(({ name, summary }) => `      ${quote(`${name}:${summary}`)}`).join('\n')}
    )
    _describe command kubeadmit_commands
    _files
    return
  fi
  case "\${words[2]}" in
${ofCommands.join('\n')}
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

function caseOf({ names, value }: CompletedOption): readonly string[] {
  const pattern = `    ${names.join('|')})`;
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

/** In \`_describe\` a colon separates a name from its description. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
