import { schemaJudgements } from '../../src/analysis/crd/schemas.ts';
import { judgedVersions, type SharedPart } from '../../src/analysis/crd/versions.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Mapping, Value } from '../../src/server/kubernetes/value.ts';
import { isMapping, type Span, valueAt } from '../../src/yaml/index.ts';
import { jsonSize } from './size/json-size.ts';

/** The limit of all annotations of an object together, keys and values, in bytes. */
const ANNOTATIONS_LIMIT = 262_144;

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The default of etcd's `--max-request-bytes`. */
const ETCD_LIMIT = 1.5 * 1024 * 1024;

/** The limit of the API server for the body of a request; it cannot be configured. */
const REQUEST_LIMIT = 3 * 1024 * 1024;

/** The number of versions whose size is shown. */
const SHARES_SHOWN = 3;

/** Above this share of a limit, the next release may exceed it. */
const NEAR = 0.9;

export default defineRule({
  id: 'crd/size',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A CRD is small enough for kubectl apply, for etcd and for the API server.',
  details: `
The API server refuses requests above 3 MiB. etcd refuses requests above 1.5 MiB by default. A CRD is stored as JSON, in
the form of v1beta1, in which a schema that is the same in all versions is stored once.

Client-side \`kubectl apply\` stores the manifest in an annotation, and all annotations of an object together are limited
to 262,144 bytes. A larger CRD is refused with "metadata.annotations: Too long: must have at most 262144 bytes". Use
\`kubectl apply --server-side\`, \`kubectl create\` or \`kubectl replace\`, which do not need the annotation; in Argo CD, set
the sync option \`ServerSideApply=true\`.

Descriptions are often more than half of a schema; controller-gen shortens them with \`crd:maxDescLen=0\`. Versions that
are no longer used can be removed too.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/',
  messages: {
    apply: {
      text: 'the CRD has {size} bytes as JSON; client-side kubectl apply fails above {limit}{shares}',
      help: 'apply it with --server-side{shorten}',
      severity: 'info',
      withoutExample: 'it would have 250 KB',
      dependsOn: ['spec.versions'],
    },
    nearApply: {
      text: 'the CRD has {size} bytes as JSON, close to the {limit} above which client-side kubectl apply fails{shares}',
      help: 'apply it with --server-side{shorten}',
      severity: 'info',
      withoutExample: 'it would have 250 KB',
      dependsOn: ['spec.versions'],
    },
    nearEtcd: {
      text: 'the CRD has {size} bytes when stored, close to the 1.5 MiB above which etcd refuses it by default{shares}',
      help: 'remove versions or properties{shorten}',
      withoutExample: 'it would have 1.5 MB',
      dependsOn: ['spec.versions'],
    },
    etcd: {
      text: 'the CRD has {size} bytes when stored; etcd refuses requests above 1.5 MiB by default{shares}',
      help: 'remove versions or properties{shorten}',
      withoutExample: 'it would have 1.5 MiB',
      dependsOn: ['spec.versions'],
    },
    request: {
      text: 'the CRD has {size} bytes as JSON; the API server refuses requests above 3 MiB{shares}',
      help: 'remove versions or properties{shorten}',
      severity: 'error',
      withoutExample: 'it would have 3 MiB',
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
    const versionSizes = sizesOfVersions(sent);
    const size = sizeWith(versionSizes, sent);
    // The stored form is never larger than the sent form.
    const stored = size > ETCD_LIMIT * NEAR ? storedSize(resource, size) : size;
    const annotated = annotatedSize(sent, size);
    const where = resource.root.get('metadata').get('name');
    const valuesOf = (bytes: number) => ({
      size: bytes,
      limit: ANNOTATIONS_LIMIT,
      shares: sharesOf(versionSizes),
      shorten: shortening(resource),
    });
    if (size > REQUEST_LIMIT) report({ message: 'request', at: where, values: valuesOf(size) });
    else if (stored > ETCD_LIMIT) report({ message: 'etcd', at: where, values: valuesOf(stored) });
    else if (stored > ETCD_LIMIT * NEAR)
      report({ message: 'nearEtcd', at: where, values: valuesOf(stored) });
    else if (annotated > ANNOTATIONS_LIMIT)
      report({ message: 'apply', at: where, values: valuesOf(size) });
    else if (annotated > ANNOTATIONS_LIMIT * NEAR)
      report({ message: 'nearApply', at: where, values: valuesOf(size) });
  },
});

interface VersionSize {
  readonly name: string;
  /** The bytes as JSON. */
  readonly size: number;
}

/** The versions of a CRD, which have nearly all of its bytes. */
function sizesOfVersions({ spec }: Mapping): readonly VersionSize[] {
  const versions = isMapping(spec) && Array.isArray(spec.versions) ? spec.versions : [];
  return versions.map((version) => ({
    name: isMapping(version) && typeof version.name === 'string' ? version.name : '',
    size: jsonSize(version),
  }));
}

/** The bytes of a CRD as JSON. The bytes of its versions are known. */
function sizeWith(versions: readonly VersionSize[], sent: Mapping): number {
  if (versions.length === 0) return jsonSize(sent);
  const spec = isMapping(sent.spec) ? sent.spec : {};
  const others = jsonSize({ ...sent, spec: { ...spec, versions: [] } });
  return versions.reduce((sum, { size }) => sum + size, others + versions.length - 1);
}

/**
 * Reports whether the source text is so short that its JSON is far below any limit. Most texts are: JSON has more
 * quotes than YAML and less white space, and a UTF-16 code unit that is not ASCII has up to three bytes.
 */
function isSmall(text: string, { start, end }: Span): boolean {
  const most = ANNOTATIONS_LIMIT * NEAR;
  const length = end - start;
  return length * 3 < most || (length * 1.5 < most && !/[^\0-\x7f]/.test(text.slice(start, end)));
}

/** The parts that v1beta1 has once if they are the same in all versions. */
const SHARED_PARTS = [
  'schema',
  'subresources',
  'additionalPrinterColumns',
  'selectableFields',
] as const satisfies readonly SharedPart[];

/**
 * The bytes of a CRD in etcd, without the fields that the server adds (status and managed fields). Source:
 * pkg/controlplane/apiserver/apiextensions.go, which stores CRDs as JSON of v1beta1.
 *
 * @param size the bytes as JSON of v1
 */
function storedSize(resource: Resource<'CustomResourceDefinition'>, size: number): number {
  let repeated = 0;
  for (const part of SHARED_PARTS) {
    for (const { version, alike } of judgedVersions(resource, part)) {
      const value = version.value?.[part];
      if (value === undefined || alike.length === 0) continue;
      // A typed part is JSON as well.
      repeated += jsonSize(value as unknown as Value) * alike.length;
    }
  }
  return size - repeated;
}

/** The bytes of all annotations after a client-side apply: the object with a line break, and the other annotations. */
function annotatedSize(sent: Mapping, size: number): number {
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

/** The bytes of the largest versions, to follow a sentence. */
function sharesOf(versions: readonly VersionSize[]): string {
  if (versions.length < 2) return '';
  const shares = [...versions].sort((a, b) => b.size - a.size);
  const shown = shares.slice(0, SHARES_SHOWN).map(({ name, size }) => `${name} ${size}`);
  return ` (${shown.join(', ')}${shares.length > SHARES_SHOWN ? ' ...' : ''})`;
}

/** Describes how a CRD can be shortened, as the second part of an advice. Empty if the CRD has no descriptions. */
function shortening(resource: Resource<'CustomResourceDefinition'>): string {
  const bytes = descriptionBytes(resource);
  return bytes === 0 ? '' : `, or shorten the descriptions, which have ${bytes} bytes`;
}

/** The bytes of the descriptions in the schemas of all versions. */
function descriptionBytes(resource: Resource<'CustomResourceDefinition'>): number {
  let bytes = 0;
  for (const { tree, alike } of schemaJudgements(resource)) {
    const descriptions = [...tree.having('description')].map(
      ({ schema }) => schema.description ?? '',
    );
    // Measured together, they are written once, with brackets, and a comma between two.
    const separators = descriptions.length + 1;
    if (descriptions.length > 0)
      bytes += (jsonSize(descriptions) - separators) * (alike.length + 1);
  }
  return bytes;
}
