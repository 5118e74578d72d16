import type { PlaygroundInput } from '../share.ts';

/** The names of the files of the pane `cel`; an empty file is not used. */
export const CEL_FILES = {
  object: 'object.yaml',
  old: 'old.yaml',
  params: 'params.yaml',
  crds: 'crd.yaml',
} as const;

/** The names of the files of the pane `crd`. */
export const CRD_FILES = { before: 'old.yaml', after: 'new.yaml' } as const;

/** The file of an input with a name; undefined if it has no text. */
export function fileNamed({ files }: PlaygroundInput, name: string) {
  return files.find((file) => file.name === name && file.text.trim() !== '');
}

/** The first and the last minor of an input. */
export function minorsOf({ versions }: PlaygroundInput, newest: string): readonly [string, string] {
  const [from = newest, to = from] = versions?.split('..') ?? [];
  return [from, to];
}

/** The arguments with which the command line gives the same result as the playground, in a folder with its files. */
export function argumentsFor(input: PlaygroundInput, newest: string): readonly string[] {
  const names = input.files.map(({ name }) => name);
  const [from, to] = minorsOf(input, newest);
  switch (input.pane) {
    case 'lint': {
      const versions = from === to ? to : `${from}..${to}`;
      return ['lint', '--pedantic', '--kubernetes-version', versions, ...names];
    }
    case 'policy':
      return ['admit', '--verbose', '--kubernetes-version', to, ...names];
    case 'crd':
      return ['diff', '--kubernetes-version', to, CRD_FILES.before, CRD_FILES.after];
    case 'upgrade':
      return ['upgrade', from, to, ...names];
    case 'cel':
      return ['eval', '--kubernetes-version', to, ...celArguments(input)];
  }
}

function celArguments(input: PlaygroundInput): readonly string[] {
  const { expression = '', place = 'vap', at = '' } = input;
  const isRule = place.startsWith('crd:');
  const options = Object.entries(CEL_FILES).flatMap(([option, name]) => {
    const isUsed = option === 'crds' ? isRule : option === 'params' ? !isRule : true;
    return isUsed && fileNamed(input, name) !== undefined ? [`--${option}`, name] : [];
  });
  return [
    '--as',
    place,
    ...(isRule && at !== '' ? ['--at', at] : []),
    ...options,
    '--',
    expression,
  ];
}

/** A command line as text for a POSIX shell. */
export function shellText(args: readonly string[]): string {
  return args
    .map((argument) =>
      /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`,
    )
    .join(' ');
}
