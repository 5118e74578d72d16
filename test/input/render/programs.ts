import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { programOutside } from '../../../src/hosts/node/programs/program.ts';
import { type Outcome, runIn } from '../../cli/fake-host.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export const TEMPLATE = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name }}
spec:
  hard:
    pods: {{ .Values.pods }}
  scopes: [Never]
`;

export const CHART = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/values.yaml': 'pods: "-1"\n',
  'shop/ci/large.yaml': 'pods: "-2"\n',
  'shop/templates/quota.yaml': TEMPLATE,
};

export const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: web
spec:
  hard:
    pods: "-1"
`;

export const KUSTOMIZATIONS = {
  'base/kustomization.yaml': 'resources: [quota.yaml]\n',
  'base/quota.yaml': QUOTA,
  'a/kustomization.yaml': 'resources: [../base]\nnamePrefix: a-\n',
  'b/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
  'b/patch.yaml': QUOTA.replace('pods: "-1"', 'secrets: "-2"'),
};

export const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: web
  strategy:
    rollingUpdate:
      maxUnavailable: 1
      maxSurge: 1
`;

/** The folder with the programs of the test that runs. */
export let programs: string;

/** Lets the tests of a file find only the programs that they make. Each of them begins without one. */
export function withOwnPrograms(): void {
  beforeEach(() => {
    programs = temporaryFolder({});
    vi.stubEnv('PATH', programs);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
}

/** Lets the tests of a file find the programs that are installed. */
export function withInstalledPrograms(): void {
  beforeEach(() => {
    vi.stubEnv('PATH', INSTALLED);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
}

/** Makes a program that runs lines of JavaScript. */
export function program(name: string, ...lines: readonly string[]): void {
  const path = join(programs, name);
  writeFileSync(path, [`#!${process.execPath}`, ...lines].join('\n'));
  chmodSync(path, 0o755);
}

export function printing(text: string): string {
  return `process.stdout.write(${JSON.stringify(text)});`;
}

export async function places(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise', ...args);
  return stdout.split('\n').filter((line) => /:\d+:\d+: error/.test(line));
}

export function lastLines({ stdout, stderr }: Outcome): string {
  return stdout + stderr;
}

/** The folders with the programs for this test. `KUBEADMIT_TEST_PROGRAMS` names one that is not in PATH. */
export const INSTALLED = [process.env.KUBEADMIT_TEST_PROGRAMS, process.env.PATH].join(delimiter);

export function isInstalled(name: string): boolean {
  const before = process.env.PATH;
  process.env.PATH = INSTALLED;
  const found = programOutside(name, '/nowhere') !== undefined;
  process.env.PATH = before;
  return found;
}
