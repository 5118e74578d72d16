import { POD_KINDS } from '../../src/analysis/pods/pod-specs.ts';
import { projectionsOf } from '../../src/analysis/pods/volumes/projections.ts';
import { volumesOfWarnings } from '../../src/analysis/pods/volumes.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Server } from '../../src/server/kubernetes/server.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';
import type { Volume, VolumeProjection } from '../../src/server/kubernetes/types.generated.ts';

/** The path of a file in a volume, and what it comes from. */
interface VolumeFile {
  readonly field: Field<string | undefined>;
  readonly path: string;
}

export default defineRule({
  id: 'pod/overlapping-files',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'No file of a volume has the path of another one, or one below it.',
  details: `
The files of a volume are written one after the other. If two have the same path, the later one wins; if the path of one is below
that of another (\`conf\` and \`conf/shop\`), the volume cannot be mounted and the pod does not start.

An item of \`sources\` of a projected volume without a source has no effect.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/projected-volumes/',
  messages: {
    overlap: {
      text: "the path '{path}' overlaps with '{other}', which the volume has too",
      help: 'use another path',
      cause: 'Warning',
      rows: ['pod-overlapping-files-overlap'],
      range: minorsWith('volume-path-warnings'),
    },
    empty: {
      text: 'the projected volume has an item without a source',
      help: 'add a source such as configMap, or remove the item',
      cause: 'Warning',
      rows: ['pod-overlapping-files-empty'],
      range: minorsWith('volume-path-warnings'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: settings
              configMap:
                name: settings
                items:
                  - { key: a, path: conf }
                  - { key: b, path: conf/b }
                  #                 ^^^^^^ expect: overlap
            - name: all
              projected:
                sources:
                  - {} # expect: empty
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes:
            - name: settings
              configMap:
                name: settings
                items: [{ key: a, path: conf/a }, { key: b, path: conf/b }]
      `,
    ],
  },
  check(resource, { report, server }) {
    for (const { volume } of volumesOfWarnings(resource)) {
      for (const list of ['configMap', 'secret', 'downwardAPI'] as const) {
        checkPaths(filesOf(volume.get(list)));
      }
      const sources = volume.get('projected').itemsOf('sources');
      checkPaths(sources.flatMap((source) => projectedFiles(source, server)));
      for (const source of sources) {
        if (projectionsOf(source, server).length > 0 || source.pruned) continue;
        report({ message: 'empty', at: source, path: '' });
      }
    }

    function checkPaths(files: readonly VolumeFile[]): void {
      const earlier = new EarlierPaths();
      for (const { field, path } of files) {
        if (path === '' || path.length > LONGEST_PATH) continue;
        for (const other of earlier.overlapping(path)) {
          report({ message: 'overlap', at: field, path: '', values: { path, other } });
        }
      }
    }
  },
});

/** Paths above this length are not compared. No file system has them. */
const LONGEST_PATH = 4096;

/** The most paths that one is reported to overlap. */
const MOST_REPORTED = 10;

/** The paths of a volume so far, by those around them, so that not each is compared with each. */
class EarlierPaths {
  readonly #paths: string[] = [];
  /** The numbers of the paths that are equal to a path, and of those that are equal to or below it. */
  readonly #at = new Map<string, number[]>();
  readonly #within = new Map<string, number[]>();

  /** The first paths so far that are equal to a path, around it or below it. Adds the path. */
  overlapping(path: string): readonly string[] {
    const around = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
    const found = [
      ...(this.#within.get(path) ?? []),
      ...around.flatMap((folder) => this.#at.get(folder) ?? []),
    ];
    const number = this.#paths.push(path) - 1;
    addFirst(this.#at, path, number);
    for (const folder of [path, ...around]) addFirst(this.#within, folder, number);
    return found
      .sort((a, b) => a - b)
      .slice(0, MOST_REPORTED)
      .flatMap((index) => this.#paths[index] ?? []);
  }
}

/** Adds a number to those of a path, unless they are enough to report. */
function addFirst(index: Map<string, number[]>, path: string, number: number): void {
  const numbers = index.get(path);
  if (numbers === undefined) index.set(path, [number]);
  else if (numbers.length < MOST_REPORTED) numbers.push(number);
}

function filesOf(
  source: Field<Volume['configMap' | 'secret' | 'downwardAPI']>,
): readonly VolumeFile[] {
  const items: Field<readonly { readonly path?: string }[] | undefined> = source.get('items');
  return items.items().map((item) => fileAt(item.get('path')));
}

/** The files of a projected source. The server looks at the first of several sources. */
function projectedFiles(source: Field<VolumeProjection>, server: Server): readonly VolumeFile[] {
  const present = projectionsOf(source, server);
  const { value = {} } = source;
  if (value.configMap?.items !== undefined) return filesOf(source.get('configMap'));
  if (value.secret?.items !== undefined) {
    return source
      .get('secret')
      .itemsOf('items')
      .map((item) => fileAt(item.get('path')));
  }
  if (value.downwardAPI?.items !== undefined) return filesOf(source.get('downwardAPI'));
  if (present.includes('serviceAccountToken')) {
    return [fileAt(source.get('serviceAccountToken').get('path'))];
  }
  if (present.includes('clusterTrustBundle')) {
    return [fileAt(source.get('clusterTrustBundle').get('path'))];
  }
  if (!present.includes('podCertificate')) return [];
  const certificate = source.get('podCertificate');
  return (['certificateChainPath', 'keyPath', 'credentialBundlePath'] as const).map((name) =>
    fileAt(certificate.get(name)),
  );
}

function fileAt(field: Field<string | undefined>): VolumeFile {
  return { field, path: (field.value ?? '').replace(/(?<!\/)\/+$/, '') };
}
