import { schemaJudgements } from '../../src/analysis/crd/schemas.ts';
import type { Value } from '../../src/kubernetes/value.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping, type Span } from '../../src/yaml/index.ts';
import { jsonSize } from './size/json-size.ts';

/** What all annotations of an object may take together, keys and values. */
const MOST_IN_ANNOTATIONS = 262_144;

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The default of etcd, `--max-request-bytes`. */
const MOST_IN_ETCD = 1.5 * 1024 * 1024;

/** What the API server takes of the body of a request; no flag changes it. */
const MOST_IN_REQUEST = 3 * 1024 * 1024;

/** How many versions are told. */
const SHARES_SHOWN = 3;

/** From this share of a limit on, the next release may go beyond it. */
const NEAR = 0.9;

export default defineRule({
  id: 'crd/size',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A CRD is small enough for kubectl apply, for etcd and for a request.',
  details: `
Client-side \`kubectl apply\` keeps what it has sent in an annotation, and all annotations of an object may take 262,144
bytes. A larger CRD is refused with "metadata.annotations: Too long: must have at most 262144 bytes". With
\`kubectl apply --server-side\`, \`kubectl create\` and \`kubectl replace\` there is no such annotation; Argo CD needs the
sync option \`ServerSideApply=true\`.

etcd refuses requests above 1.5 MiB unless it is told otherwise, and the API server refuses bodies above 3 MiB.

Descriptions often take more than half of a schema: controller-gen cuts them with \`crd:maxDescLen=0\`. Versions
that nobody uses any more are the next thing to remove.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/',
  messages: {
    apply: {
      text: 'the CRD takes {size} bytes as JSON; client-side kubectl apply fails above {limit}{shares}',
      help: 'apply it with --server-side, or shorten it: descriptions take {descriptions} bytes',
      withoutExample: 'it would be of 250 KB',
      dependsOn: ['spec.versions'],
    },
    nearApply: {
      text: 'the CRD takes {size} bytes as JSON, near the {limit} at which client-side kubectl apply fails{shares}',
      help: 'shorten it while there is time: descriptions take {descriptions} bytes',
      severity: 'info',
      withoutExample: 'it would be of 250 KB',
      dependsOn: ['spec.versions'],
    },
    nearEtcd: {
      text: 'the CRD takes {size} bytes as JSON, near the 1.5 MiB that etcd takes by default, and the server adds to them{shares}',
      help: 'shorten it: descriptions take {descriptions} bytes; client-side kubectl apply fails above {limit}',
      withoutExample: 'it would be of 1.5 MB',
      dependsOn: ['spec.versions'],
    },
    etcd: {
      text: 'the CRD takes {size} bytes as JSON; etcd refuses requests above 1.5 MiB by default{shares}',
      help: 'shorten it: descriptions take {descriptions} bytes',
      withoutExample: 'it would be of 1.5 MiB',
      dependsOn: ['spec.versions'],
    },
    request: {
      text: 'the CRD takes {size} bytes as JSON; the API server refuses requests above 3 MiB{shares}',
      help: 'shorten it: descriptions take {descriptions} bytes',
      severity: 'error',
      withoutExample: 'it would be of 3 MiB',
      dependsOn: ['spec.versions'],
    },
  },
  examples: {
    bad: [],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const { document, path } = resource.origin;
    const written = document.locate(path)?.value;
    if (written !== undefined && isSmall(document.text, written)) return;
    const sent = valueAt(document.value, path);
    if (!isMapping(sent)) return;
    const size = jsonSize(sent);
    const annotated = annotatedSize(sent, size);
    const where = resource.root.get('metadata').get('name');
    const values = () => ({
      size,
      limit: MOST_IN_ANNOTATIONS,
      shares: sharesOf(resource),
      descriptions: descriptionBytes(resource),
    });
    if (size > MOST_IN_REQUEST) report('request', where, values());
    else if (size > MOST_IN_ETCD) report('etcd', where, values());
    else if (size > MOST_IN_ETCD * NEAR) report('nearEtcd', where, values());
    else if (annotated > MOST_IN_ANNOTATIONS) report('apply', where, values());
    else if (annotated > MOST_IN_ANNOTATIONS * NEAR) report('nearApply', where, values());
  },
});

/**
 * Whether a text is far from any limit by its length alone, as most are: JSON has more quotes than YAML and less
 * white space, and a letter that is not ASCII takes up to three bytes.
 */
function isSmall(text: string, { start, end }: Span): boolean {
  const most = MOST_IN_ANNOTATIONS * NEAR;
  const length = end - start;
  return length * 3 < most || (length * 1.5 < most && !/[^\0-\x7f]/.test(text.slice(start, end)));
}

/** What the annotations take after a client-side apply: the object with its line break and the other annotations. */
function annotatedSize(sent: { readonly [key: string]: Value }, size: number): number {
  const metadata = sent.metadata;
  const annotations = isMapping(metadata) ? metadata.annotations : undefined;
  let others = 0;
  let kept = size + 1;
  if (isMapping(annotations)) {
    for (const key in annotations) {
      const value = annotations[key];
      if (typeof value !== 'string') continue;
      if (key === LAST_APPLIED) kept -= jsonSize(key) + jsonSize(value) + 2;
      else others += jsonSize(key) + jsonSize(value) - 4;
    }
  } else kept += '"annotations":{},'.length;
  return LAST_APPLIED.length + kept + others;
}

function valueAt(value: Value, path: readonly (string | number)[]): Value | undefined {
  let at: Value | undefined = value;
  for (const segment of path) {
    // A List's items are reached by their names and indexes, which an object has as keys.
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string | number, Value>>)[segment];
  }
  return at;
}

/** The bytes of the largest versions, in words that follow a sentence. */
function sharesOf(resource: Resource<'CustomResourceDefinition'>): string {
  const versions = resource.root.get('spec').get('versions').value ?? [];
  if (versions.length < 2) return '';
  const shares = versions
    .map((version) => ({ name: version.name ?? '', size: jsonSize(version as unknown as Value) }))
    .sort((a, b) => b.size - a.size);
  const shown = shares.slice(0, SHARES_SHOWN).map(({ name, size }) => `${name} ${size}`);
  return ` (${shown.join(', ')}${shares.length > SHARES_SHOWN ? ' ...' : ''})`;
}

/** What the descriptions take in the schemas of all versions. */
function descriptionBytes(resource: Resource<'CustomResourceDefinition'>): number {
  let bytes = 0;
  for (const { tree, alike } of schemaJudgements(resource)) {
    let inTree = 0;
    for (const { schema } of tree.having('description'))
      inTree += jsonSize(schema.description ?? '');
    bytes += inTree * (alike.length + 1);
  }
  return bytes;
}
