import { readParts } from '../../../yaml/read.ts';
import { isList, isMapping, type Value } from '../../../yaml/tree.ts';
import { digestOf } from './crd-store.ts';
import { type Answer, ask, type Downloading, DownloadProblem } from './download.ts';

interface OciChart {
  /** The host, and the port if there is one. */
  readonly registry: string;
  readonly repository: string;
  /** A tag, or a digest. */
  readonly reference: string;
}

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CHART = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

/**
 * Downloads the packed chart of a tag.
 *
 * Source: https://github.com/opencontainers/distribution-spec/blob/main/spec.md,
 * https://helm.sh/docs/topics/registries/
 *
 * @throws DownloadProblem
 */
export async function downloadChart(
  { registry, repository, reference }: OciChart,
  downloading: Downloading,
): Promise<Uint8Array> {
  const address = `https://${registry}/v2/${repository}`;
  const manifestAddress = `${address}/manifests/${reference}`;
  const first = await ask(manifestAddress, { accept: MANIFEST }, downloading);
  const token = first.status === 401 ? await tokenFor(first, downloading) : undefined;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer =
    token === undefined
      ? first
      : await ask(manifestAddress, { accept: MANIFEST, ...authorization }, downloading);
  if (answer.status !== 200) throw refused(answer);
  if (reference.startsWith('sha256:') && digestOf(answer.content) !== reference) {
    throw new DownloadProblem('the manifest is not the one of the digest');
  }
  const digest = chartIn(jsonIn(answer.content));
  if (digest === undefined) throw new DownloadProblem('the tag is not one of a Helm chart');
  const chart = await ask(`${address}/blobs/${digest}`, authorization, downloading);
  if (chart.status !== 200) throw refused(chart);
  if (digestOf(chart.content) === digest) return chart.content;
  throw new DownloadProblem('the chart is not the one of its digest');
}

/** The digest of the chart that a manifest names. */
function chartIn(manifest: Value): string | undefined {
  if (!isMapping(manifest) || !isList(manifest.layers)) return undefined;
  const layer = manifest.layers.find((one) => isMapping(one) && one.mediaType === CHART);
  const digest = isMapping(layer) ? layer.digest : undefined;
  return typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest) ? digest : undefined;
}

/** A token for reading without an account, from the server that the registry names. */
async function tokenFor(
  { headers }: Answer,
  downloading: Downloading,
): Promise<string | undefined> {
  const challenge = headers['www-authenticate'] ?? '';
  if (!/^Bearer /i.test(challenge)) return undefined;
  const parameter = (name: string) => challenge.split(`${name}="`)[1]?.split('"')[0];
  const realm = parameter('realm') ?? '';
  if (!URL.canParse(realm)) return undefined;
  const address = new URL(realm);
  for (const name of ['service', 'scope']) {
    const value = parameter(name);
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const { status, content } = await ask(address.href, {}, downloading);
  const json = status === 200 ? jsonIn(content) : null;
  if (!isMapping(json)) return undefined;
  const token = json.token ?? json.access_token;
  return typeof token === 'string' && /^[\w.~+/=-]+$/.test(token) ? token : undefined;
}

function jsonIn(content: Uint8Array): Value {
  const [part] = readParts(new TextDecoder().decode(content));
  return part === undefined || part.content.kind === 'refused' ? null : part.content.document.value;
}

function refused({ status }: Answer): DownloadProblem {
  return new DownloadProblem(`the registry answers with status ${status}`);
}
