import { shownAddress } from '../../base/shown-address.ts';

/** A place that CRDs are read from. */
export type SourceName =
  /** The cluster of a context of kubectl; undefined is the current context. */
  | { readonly kind: 'cluster'; readonly context: string | undefined }
  /** Files of a git repository at a tag, branch or commit; the empty path is all of them. */
  | { readonly kind: 'git'; readonly url: string; readonly ref: string; readonly path: string }
  /** A file, a folder, or a packed chart or archive. */
  | { readonly kind: 'path'; readonly path: string }
  /** A file on a server. */
  | { readonly kind: 'url'; readonly url: string }
  /** A chart in a registry, by a tag or a digest. */
  | {
      readonly kind: 'oci';
      readonly registry: string;
      readonly repository: string;
      readonly reference: string;
    };

const GIT = /^(?<url>https:\/\/[^@]+\.git)@(?<ref>\w[\w./-]*)(?::(?<path>.*))?$/;

const OCI =
  /^oci:\/\/(?<registry>[\w.-]+(?::\d+)?)\/(?<repository>[a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::(?<tag>\w[\w.-]*)|@(?<digest>sha256:[0-9a-f]{64}))$/;

const WRONG_SCHEME = 'only addresses that begin with https:// or oci:// can be used';

/**
 * Reads the name of a source, as the command line or a lock has it.
 *
 * @returns the source, or the problem with the name
 */
export function readSourceName(text: string): SourceName | string {
  const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i.test(text);
  if (isAddress && !/^(?:https|oci):/i.test(text)) return WRONG_SCHEME;
  if (isAddress && shownAddress(text) !== text) return 'an address with a password is not used';
  const cluster = /^cluster(?::(?<context>.+))?$/.exec(text);
  if (cluster !== null) return { kind: 'cluster', context: cluster.groups?.context };
  const { url, ref, path = '' } = GIT.exec(text)?.groups ?? {};
  if (url !== undefined && ref !== undefined) return { kind: 'git', url, ref, path };
  if (text.startsWith('https://')) {
    return text.endsWith('.git')
      ? 'name the tag of the repository, as in https://host/repository.git@v1.2.3'
      : { kind: 'url', url: text };
  }
  if (text.startsWith('oci://')) {
    const { registry, repository, tag, digest } = OCI.exec(text)?.groups ?? {};
    const reference = tag ?? digest;
    return registry === undefined || repository === undefined || reference === undefined
      ? 'name the version of the chart, as in oci://host/charts/name:1.2.3'
      : { kind: 'oci', registry, repository, reference };
  }
  return isAddress ? WRONG_SCHEME : { kind: 'path', path: text };
}
