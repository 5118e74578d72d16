import type { CompletedOption, CompletionModel } from './model.ts';

/** A script that completes command lines in fish. */
export function fishScript({ commands, options }: CompletionModel): string {
  const names = commands.map(({ name }) => name);
  const isLint = `not __fish_seen_subcommand_from ${names.join(' ')}`;
  return [
    '# Completion of kubeadmit in fish: kubeadmit completion fish | source',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c kubeadmit -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ),
    ...options.map((option) => lineOf(isLint, option)),
    ...commands.flatMap(({ name, words, options }) => {
      const isCommand = `__fish_seen_subcommand_from ${name}`;
      return [
        ...(words.length === 0
          ? []
          : [`complete -c kubeadmit -n ${quote(isCommand)} -a ${quote(words.join(' '))}`]),
        ...options.map((option) => lineOf(isCommand, option)),
      ];
    }),
    '',
  ].join('\n');
}

function lineOf(condition: string, { names, description, value }: CompletedOption): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const start = `complete -c kubeadmit -n ${quote(condition)}`;
  return [start, ...flags, valueArgument(value), `-d ${quote(description)}`]
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
