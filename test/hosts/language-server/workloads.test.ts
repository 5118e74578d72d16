import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { macroUsages } from '../../../src/features/language-service/expressions/macro-texts.ts';
import { parseOptions } from '../../../src/server/expressions/environments.ts';
import { MINORS, NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../../crd-yaml.ts';
import { suiteFolder } from '../../temporary-folder.ts';
import { Client, uriOf, withoutMark } from './client.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      serviceAccountName: web
      containers:
        - name: web
          image: web:1
          imagePullPolicy: Always
          ports: [{ name: http, containerPort: 8080 }]
          env:
            - name: COLOR
              valueFrom: { configMapKeyRef: { name: settings, key: color } }
          volumeMounts: [{ name: data, mountPath: /data }]
      volumes:
        - name: data
          persistentVolumeClaim: { claimName: data }
        - name: all
          projected: { sources: [{ secret: { name: passwords } }] }
`;
const OTHERS = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data:
  color: red
  size: large
---
apiVersion: v1
kind: Secret
metadata: { name: passwords }
stringData: { admin: secret }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: web, namespace: shop }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  selector: { app: web }
  ports:
    - name: web
      port: 80
      targetPort: http
`;
const INGRESS = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec:
  defaultBackend: { service: { name: web, port: { name: web } } }
`;
const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: web }
rules:
  - apiGroups: ['', apps]
    resources: [pods, deployments/scale]
    verbs: [get]
`;
const FILES = {
  'deployment.yaml': DEPLOYMENT,
  'others.yaml': OTHERS,
  'ingress.yaml': INGRESS,
  'role.yaml': ROLE,
};

const folder = suiteFolder(FILES);
let client: Client;

beforeAll(async () => {
  client = await Client.inFolder(folder);
});

afterAll(async () => {
  await client.end();
});

/** The answer to a request about the place of `|` in a file with this text. */
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the method
async function answerAt(method: string, file: string, marked: string): Promise<any> {
  const uri = uriOf(join(folder, file));
  const { text, position } = withoutMark(marked);
  client.open(uri, text);
  const answer = await client.request(method, {
    textDocument: { uri },
    position,
  });
  client.notify('textDocument/didClose', { textDocument: { uri } });
  return answer;
}

describe('completion', () => {
  it.each([
    ['values of a field', 'deployment.yaml', DEPLOYMENT, 'Always', ['IfNotPresent', 'Never']],
    ['keys of a ConfigMap', 'deployment.yaml', DEPLOYMENT, 'color }', ['color', 'size']],
    ['volumes of the pod', 'deployment.yaml', DEPLOYMENT, 'data, mountPath', ['data', 'all']],
    ['claims', 'deployment.yaml', DEPLOYMENT, 'data }\n        - name', ['data']],
    ['service accounts', 'deployment.yaml', DEPLOYMENT, 'web\n      containers', ['web']],
    ['ports of a Service', 'ingress.yaml', INGRESS, 'web } } }', ['web']],
    ['ports of the selected pods', 'others.yaml', OTHERS, 'http\n', ['http']],
  ])('has %s', async (_, file, text, before, expected) => {
    const at = text.indexOf(before);
    const marked = `${text.slice(0, at)}|${text.slice(at).replace(/^\w+/, '')}`;
    const items = await answerAt('textDocument/completion', file, marked);
    expect(items.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it('has the namespaces that other objects are in', async () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata:\n  namespace: |\n';
    const items = await answerAt('textDocument/completion', 'new.yaml', text);
    expect(items).toMatchObject([
      { label: 'shop', detail: 'used by other objects' },
      { label: 'default', detail: 'created by Kubernetes' },
      { label: 'kube-node-lease' },
      { label: 'kube-public' },
      { label: 'kube-system' },
    ]);
  });

  it.each([
    [
      'resources of a container',
      'kind: Pod\nspec: { containers: [{ resources: { requests: { cpu: 1, | } } }] }\n',
      ['memory', 'ephemeral-storage'],
    ],
    [
      'resources of a claim',
      'kind: PersistentVolumeClaim\nspec: { resources: { requests: { | } } }\n',
      ['storage'],
    ],
    ['types of a Secret', 'kind: Secret\ntype: |\n', ['Opaque', 'kubernetes.io/tls']],
    [
      'labels of a Namespace',
      'kind: Namespace\nmetadata: { labels: { | } }\n',
      ['pod-security.kubernetes.io/enforce', 'pod-security.kubernetes.io/warn'],
    ],
    [
      'levels of Pod Security',
      'kind: Namespace\nmetadata: { labels: { pod-security.kubernetes.io/warn: | } }\n',
      ['privileged', 'baseline', 'restricted'],
    ],
  ])('has the usual %s', async (_, text, expected) => {
    const items = await answerAt('textDocument/completion', 'new.yaml', `apiVersion: v1\n${text}`);
    expect(items.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it.each([
    ['an empty file', '|'],
    ['a new document', `${ROLE}---\n|`],
    ['a half-written word', 'Depl|\n'],
  ])('has whole objects in %s', async (_, text) => {
    const items = await answerAt('textDocument/completion', 'new.yaml', text);
    const item = items.find(({ label }: { label: string }) => label === 'Deployment');
    expect(item.textEdit.newText).toMatch(/^apiVersion: apps\/v1\nkind: Deployment\n/);
    const { documentation } = await client.request('completionItem/resolve', item);
    expect(documentation.value).toContain(item.textEdit.newText);
  });

  it('has no whole object where one has been begun', async () => {
    const items = await answerAt('textDocument/completion', 'new.yaml', 'kind: Pod\n|');
    expect(items.map(({ label }: { label: string }) => label)).not.toContain('Deployment');
  });
});

describe('definition', () => {
  it.each([
    ['a key', 'deployment.yaml', DEPLOYMENT.replace('key: color', 'key: co|lor'), 'others.yaml', 4],
    [
      'a volume',
      'deployment.yaml',
      DEPLOYMENT.replace('name: data, m', 'name: da|ta, m'),
      'deployment.yaml',
      19,
    ],
    [
      'a projected Secret',
      'deployment.yaml',
      DEPLOYMENT.replace('name: passwords', 'name: pass|words'),
      'others.yaml',
      9,
    ],
    [
      'a port of a Service',
      'ingress.yaml',
      INGRESS.replace('port: { name: web', 'port: { name: w|eb'),
      'others.yaml',
      27,
    ],
    [
      'a port of pods',
      'others.yaml',
      OTHERS.replace('targetPort: http', 'targetPort: ht|tp'),
      'deployment.yaml',
      13,
    ],
    ['selected pods', 'others.yaml', OTHERS.replace('app: web', 'app: w|eb'), 'deployment.yaml', 2],
    ['its own name', 'ingress.yaml', INGRESS.replace('web }\n', 'we|b }\n'), 'ingress.yaml', 2],
    ['its own key', 'others.yaml', OTHERS.replace('color:', 'co|lor:'), 'others.yaml', 4],
  ])('leads to %s', async (_, file, text, target, line) => {
    const found = await answerAt('textDocument/definition', file, text);
    expect(found).toMatchObject([{ uri: uriOf(join(folder, target)), range: { start: { line } } }]);
  });
});

describe('hover', () => {
  it.each([
    [
      'a field',
      'deployment.yaml',
      DEPLOYMENT.replace('imagePull', 'image|Pull'),
      'one of: `Always`',
    ],
    ['a key', 'deployment.yaml', DEPLOYMENT.replace('key: color', 'key: co|lor'), '`color`: `red`'],
    ['an item of resources', 'role.yaml', ROLE.replace('[pods', '[po|ds'), 'Pod (`v1`): `pods`'],
    [
      'a field that cannot change',
      'deployment.yaml',
      DEPLOYMENT.replace('  selector', '  sel|ector'),
      'cannot be changed',
    ],
    [
      'a field of another kind that cannot change',
      'others.yaml',
      OTHERS.replace('stringData', 'ty|pe: Opaque\nstringData'),
      'cannot be changed',
    ],
    [
      'a selector',
      'others.yaml',
      OTHERS.replace('selector: { app', 'selector: { a|pp'),
      'Deployment `web` in deployment.yaml:3',
    ],
    [
      'resources',
      'role.yaml',
      ROLE.replace('resources', 'res|ources'),
      '- Pod (`v1`): `pods`\n- Deployment (`apps/v1`): `deployments/scale`',
    ],
    [
      'the field behind the text of a block',
      'new.yaml',
      'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: >-\n    text\n|immutable: true\n',
      '**immutable**',
    ],
  ])('describes %s', async (_, file, text, expected) => {
    const { contents } = await answerAt('textDocument/hover', file, text);
    expect(contents.value).toContain(expected);
  });
});

describe('expressions', () => {
  const policy = (
    expression: string,
    group = 'apps',
  ) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [${group}], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations:
    - expression: ${expression}
`;

  it('has the macros and functions of the chosen minor only', async () => {
    const labels = async (version: string) => {
      const other = await Client.inFolder(folder, {}, { kubernetesVersion: version });
      const uri = uriOf(join(folder, 'policy.yaml'));
      const text = policy('object.metadata.labels.');
      other.open(uri, text);
      const items = await other.request('textDocument/completion', {
        textDocument: { uri },
        position: { line: 8, character: 41 },
      });
      await other.end();
      return items.map(({ label }: { label: string }) => label);
    };
    const [older, newer] = [await labels('1.30'), await labels(NEWEST_MINOR)];
    expect(older).toEqual(expect.arrayContaining(['all', 'size']));
    expect(older).not.toContain('transformList');
    expect(newer).toContain('transformList');
  });

  const definition = (rule: string) =>
    crdYaml(`
          type: object
          properties:
            labels: { type: object, additionalProperties: { type: string } }
            namespace: { type: string }
          x-kubernetes-validations:
            - rule: ${rule}`);

  it.each([
    // The server gives the fields of an object to a policy as the keys of a map, and declares those of `self`.
    ['plain names of fields', policy('object.metadata.|'), ['namespace']],
    ['the metadata of kinds that are not known', policy('object.metadata.|', 'a.b'), ['labels']],
    ['functions with a qualified name', policy('sets.|'), ['contains', 'intersects']],
    ['escaped names in a rule', definition('self.|'), ['labels', '__namespace__']],
    ['the name in a rule of the root', definition('self.metadata.|'), ['name', 'generateName']],
    ['functions of keys', definition('self.labels.all(key, key.|'), ['startsWith']],
  ])('has %s', async (_, text, expected) => {
    const items = await answerAt('textDocument/completion', 'new.yaml', text);
    expect(items.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it('describes a macro', async () => {
    const text = policy('object.spec.template.spec.containers.al|l(c, true)');
    const { contents } = await answerAt('textDocument/hover', 'new.yaml', text);
    expect(contents.value).toContain('`items.all(item, condition)`');
    expect(contents.value).toContain(', <1% of the limit');
  });

  it('describes the rules of each version that has the schema', async () => {
    const text = definition('self.namespace.startsWith("a")');
    const first = text.slice(text.indexOf('    - name: v1'));
    const second = first.replace('v1', 'v2').replace('storage: true', 'storage: false');
    const marked = text + second.replace('starts', 'sta|rts');
    const { contents } = await answerAt('textDocument/hover', 'new.yaml', marked);
    expect(contents.value).toMatch(/string\.startsWith.*cost of the expression/s);
  });

  it('have a text for each macro', () => {
    const macros = MINORS.flatMap((minor) =>
      (['vap', 'device'] as const).flatMap((environment) => [
        ...parseOptions({ environment, minor }).macros.all,
      ]),
    );
    expect(macros.length).toBeGreaterThan(50);
    expect(macros.filter((macro) => macroUsages([macro]).length !== 1)).toEqual([]);
  });
});
