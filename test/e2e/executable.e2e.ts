import { afterAll, describe, expect, it } from 'vitest';
import { Folder, REPOSITORY } from './built-command.ts';

// scripts/build-executable.mjs makes one, for which it needs Node 24. The release workflow builds one for each
// platform.
const executable = process.env.KUBEADMIT_EXECUTABLE ?? '';

describe.skipIf(executable === '')('the executable (KUBEADMIT_EXECUTABLE)', () => {
  const folder = new Folder();
  afterAll(() => folder.remove());

  const demo = `${REPOSITORY}/fixtures/demo`;

  it.each([
    { args: ['--version'] },
    { args: ['--help'] },
    { args: [demo] },
    { args: ['--format', 'json', demo] },
    { args: ['explain', 'crd/structural'] },
    { args: ['no-such-file.yaml'] },
  ])('prints what the package prints: $args', ({ args }) => {
    expect(folder.run(executable, args)).toEqual(folder.kubeadmit(args));
  });
});
