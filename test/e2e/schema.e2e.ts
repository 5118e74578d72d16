import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Folder } from './built-command.ts';
import { YamlLanguageServer } from './yaml-language-server.ts';

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: web }
spec:
  podSelector: {}
  polcyTypes: [Ingress]
  ingress:
    - ports: [{ port: 80, protocol: HTTP }]
`;

const folder = new Folder({ 'a.yaml': POLICY, '.kubeadmit.yaml': 'exlude: a\n' });
/** A folder without the wrong configuration, which only the schema of configurations does not depend on. */
const elsewhere = new Folder({});
afterAll(() => {
  folder.remove();
  elsewhere.remove();
});

/** Prints a schema. */
function schemaOf(subject: string) {
  return (subject === 'config' ? folder : elsewhere).kubeadmit(['schema', subject]);
}

it('the schemas that are printed can be compiled', () => {
  const schemas = ['all', 'config', 'NetworkPolicy', 'v1/ResourceQuota'].map((subject) => {
    const { code, stdout } = schemaOf(subject);
    expect(code).toBe(0);
    return JSON.parse(stdout);
  });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { $schema: _, ...schema } of schemas) expect(() => ajv.compile(schema)).not.toThrow();
});

/** The path of the server if it is installed. The tests do not need it otherwise. */
function languageServer(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');
  } catch {
    return process.env.YAML_LANGUAGE_SERVER;
  }
}

const program = languageServer();

describe.skipIf(program === undefined)('in yaml-language-server', () => {
  const path = join(folder.path, 'a.yaml');
  const config = join(folder.path, '.kubeadmit.yaml');
  let server: YamlLanguageServer;

  beforeAll(async () => {
    folder.write('schemas/all.json', schemaOf('all').stdout);
    folder.write('schemas/config.json', schemaOf('config').stdout);
    server = new YamlLanguageServer(program ?? '', {
      [join(folder.path, 'schemas/all.json')]: '/a.yaml',
      [join(folder.path, 'schemas/config.json')]: '/.kubeadmit.yaml',
    });
    await server.start(folder.path);
  });

  afterAll(() => server.stop());

  it('the schema of all kinds reports unknown fields and values', async () => {
    const found = (await server.open(path, POLICY)).map(
      ({ message, range }) => `${range.start.line + 1}: ${message.split('\n')[0]}`,
    );
    expect(found.join('\n')).toMatch(/^6: .*polcyTypes/m);
    expect(found.join('\n')).toMatch(/^8: .*"TCP"/m);
  });

  it('fields have descriptions, and are completed', async () => {
    expect(await server.ask('hover', path, 4, 4)).toContain('The pods that the policy is for');
    expect(await server.ask('completion', path, 5, 2)).toContain('"policyTypes"');
  });

  it('the schema of the configuration reports unknown keys', async () => {
    const [problem] = await server.open(config, 'exlude: a\n');
    expect(problem?.message).toContain('exlude');
  });
});
