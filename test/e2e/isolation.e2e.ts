import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT, Folder, type Outcome } from './built-command.ts';
import { PackedCommand } from './packed-command.ts';

const MANIFEST = `apiVersion: v1
kind: ResourceQuota
metadata: { name: größe }
spec: { hard: { pods: "1", "requests.storage": 1Gj }, hrad: {} }
`;

const command = new PackedCommand();
const folder = new Folder({ 'a.yaml': MANIFEST, 'policy.yaml': policyOf('object.spec.a ==') });
chmodSync(folder.path, 0o755);
afterAll(() => {
  folder.remove();
  command.remove();
});

function policyOf(expression: string): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a.example.com }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE] }]
  validations: [{ expression: "${expression}" }]
`;
}

const ARGS = [command.path, '-f', 'concise', 'a.yaml', 'policy.yaml'];
/** The result of the command if nothing is missing. */
const ORDINARY = folder.run(process.execPath, ARGS);

/** The program and arguments that run a command in some surroundings, and a command that shows that they are so. */
interface Surroundings {
  readonly inside: readonly string[];
  readonly proof: readonly string[];
  readonly shown: string;
}

/** Runs the test with every file system read-only. */
const READ_ONLY =
  'for at in / /tmp /dev/shm; do mount -o remount,ro,bind $at 2>/dev/null; done; exec "$@"';

const SURROUNDINGS: ReadonlyMap<string, Surroundings> = new Map([
  [
    'without a network',
    {
      inside: ['unshare', '--map-root-user', '--net'],
      proof: [process.execPath, '-p', 'Object.values(os.networkInterfaces()).flat().length'],
      shown: '0\n',
    },
  ],
  [
    'on a read-only file system',
    {
      inside: ['unshare', '--map-root-user', '--mount', 'sh', '-c', READ_ONLY, 'sh'],
      proof: ['sh', '-c', `touch ${folder.path}/b 2>/dev/null || echo read-only`],
      shown: 'read-only\n',
    },
  ],
  [
    'as another user',
    {
      inside: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
      proof: ['id', '-u'],
      shown: '65534\n',
    },
  ],
]);

describe.each([...SURROUNDINGS])('%s', (name, { inside, proof, shown }) => {
  const [program = '', ...rest] = inside;
  const proven = folder.run(program, [...rest, ...proof]);
  const isPossible = proven.code === 0 && proven.stdout === shown;
  if (!isPossible) console.warn(`not tested ${name}: ${inside[0]} does not do it here`);

  it.skipIf(!isPossible)('the command does the same', () => {
    expect(folder.run(program, [...rest, process.execPath, ...ARGS])).toEqual(ORDINARY);
  });

  it.skipIf(!isPossible)('two commands that begin at once do the same', async () => {
    const outcomes = await inCacheFolder((env) =>
      Promise.all([start(env, inside), start(env, inside)]),
    );
    expect(outcomes).toEqual([ORDINARY, ORDINARY]);
  });
});

describe('the environment', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['without HOME', { HOME: undefined }],
    ['with a HOME that is not there', { HOME: '/nonexistent' }],
    ['with LANG=C', { LANG: 'C', LC_ALL: 'C' }],
    [
      'without any variable',
      Object.fromEntries(Object.keys(ENVIRONMENT).map((key) => [key, undefined])),
    ],
  ])('%s changes nothing', (_, env) => {
    expect(folder.run(process.execPath, ARGS, { env })).toEqual(ORDINARY);
  });

  it('is what the test says', () => {
    expect(ORDINARY.code).toBe(1);
    expect(ORDINARY.stdout).toContain('a.yaml:4:');
    expect(ORDINARY.stdout).toContain('policy.yaml:7:');
  });
});

it('two commands that begin at once and make one code cache both do the same', async () => {
  await inCacheFolder(async (env) => {
    const outcomes = await Promise.all([start(env), start(env), start(env)]);
    expect(outcomes).toEqual([ORDINARY, ORDINARY, ORDINARY]);
    // The caches of a run are used by the next one.
    expect(folder.run(process.execPath, ARGS, { env })).toEqual(ORDINARY);
    const files = readdirSync(env.KUBEADMIT_CACHE_DIR, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.cache'))).not.toEqual([]);
  });
});

/** Calls a function with the variable for an empty folder of caches, which exists until the result is there. */
async function inCacheFolder<T>(
  use: (env: { readonly KUBEADMIT_CACHE_DIR: string }) => Promise<T>,
): Promise<T> {
  const cache = mkdtempSync(join(tmpdir(), 'kubeadmit-e2e-cache-'));
  try {
    return await use({ KUBEADMIT_CACHE_DIR: cache });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** @param inside the program and arguments that run the command in some surroundings */
function start(env: NodeJS.ProcessEnv, inside: readonly string[] = []): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = [...inside, process.execPath, ...ARGS];
    const child = spawn(program, args, { cwd: folder.path, env: { ...ENVIRONMENT, ...env } });
    const output = { stdout: '', stderr: '' };
    child.stdin.end();
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

it('changes no file of the user', () => {
  expect(readdirSync(folder.path).sort()).toEqual(['a.yaml', 'policy.yaml']);
  expect(readFileSync(join(folder.path, 'a.yaml'), 'utf8')).toBe(MANIFEST);
});
