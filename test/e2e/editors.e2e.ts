import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: replicas.example.com
spec:
  failurePolice: Fail
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
    - expression: object.spec.replicas <= 5
`;

/** The editors, with the arguments that make them run a script of `test/editors/`. */
const EDITORS = [
  {
    editor: 'Neovim',
    program: process.env.NEOVIM_PROGRAM ?? 'nvim',
    args: ['--headless', '--clean', '-c', `luafile ${join(REPOSITORY, 'test/editors/neovim.lua')}`],
  },
  {
    editor: 'Emacs with eglot',
    program: process.env.EMACS_PROGRAM ?? 'emacs',
    args: ['--batch', '-q', '-l', join(REPOSITORY, 'test/editors/eglot.el')],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-editors-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(EDITORS)('$editor', ({ editor, program, args }) => {
  const isMissing = spawnSync(program, ['--version']).error !== undefined;
  if (isMissing) console.warn(`${editor} is not installed, so it is not tested`);

  it.skipIf(isMissing)(
    'shows diagnostics, applies a fix, and completes a field of an expression',
    () => {
      const file = join(folder, 'policy.yaml');
      writeFileSync(file, POLICY);
      const given = {
        node: process.execPath,
        start: join(REPOSITORY, 'dist/start.cjs'),
        folder,
        file,
      };
      const { stdout, stderr } = spawnSync(program, args, {
        encoding: 'utf8',
        env: { ...process.env, KUBEADMIT_TEST: JSON.stringify(given) },
        timeout: 90_000,
      });
      const shown = /^\{.*\}$/m.exec(`${stdout}\n${stderr}`)?.[0] ?? '{}';
      const { before, applied, labels } = JSON.parse(shown);
      expect(before[0]).toContain('field/unknown');
      expect(applied).toBe('Rename failurePolice to failurePolicy');
      expect(labels).toEqual(expect.arrayContaining(['replicas', 'selector', 'template']));
    },
  );
});
