import type { CompletedOption, CompletionModel } from './model.ts';

/** A script that completes command lines in fish. */
export function fishScript({ commands, options }: CompletionModel): string {
  return [
    '# Completion of kubeadmit in fish: kubeadmit completion fish | source',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c kubeadmit -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    ...commands
      .filter(({ words }) => words.length > 0)
      .map(
        ({ name, words }) =>
          `complete -c kubeadmit -n '__fish_seen_subcommand_from ${name}' -a ${quote(words.join(' '))}`,
      ),
    ...options.map(lineOf),
    '',
  ].join('\n');
}

function lineOf({ names, description, value }: CompletedOption): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  return ['complete -c kubeadmit', ...flags, valueArgument(value), `-d ${quote(description)}`]
    .filter((part) => part !== '')
    .join(' ');
}

function valueArgument(value: CompletedOption['value']): string {
  switch (value.kind) {
    case 'none':
      return '';
    case 'text':
      return '-x';
    case 'file':
      return '-r -F';
    case 'words':
    case 'list':
      return `-x -a ${quote(value.words.join(' '))}`;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
