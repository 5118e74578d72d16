import { SETTINGS } from './settings.ts';

/** A configuration with all keys as comments, for `config init`. */
export function configTemplate(): string {
  const settings = Object.entries(SETTINGS).map(([name, { description, example }]) =>
    commented(description, `${name}: ${example}`),
  );
  return [
    '# The configuration of kubeadmit for this folder and those below it.',
    '',
    commented(
      'configurations that this one is based on: paths that begin with ./ or ../, or packages',
      'extends: ./base.yaml',
    ),
    ...settings,
    commented(
      'the files in folders that are read, as patterns of .gitignore (default: all manifests)',
      'include: [config/]',
    ),
    commented(
      'what rules or families count as: off, info, warning or error',
      'rules:\n  crd/size: off\n  network-policy: info',
    ),
    commented(
      'rules for some files; later overrides take precedence',
      'overrides:\n  - files: test/\n    rules:\n      webhook/timeout: warning',
    ),
  ].join('\n');
}

/** A description and an example, which takes effect when the `# ` before it is removed. */
function commented(description: string, example: string): string {
  const lines = example.split('\n').map((line) => `# ${line}`);
  return `## ${description}\n${lines.join('\n')}\n`;
}
