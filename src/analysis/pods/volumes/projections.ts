import type { Field } from '../../../rule/field.ts';
import { hasGate, type Server } from '../../../server/kubernetes/server.ts';
import type {
  ClusterTrustBundleProjection,
  PodCertificateProjection,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '../../../server/kubernetes/types.generated.ts';
import {
  checkSignerAnnotations,
  requireLifetime,
  requireSignerName,
} from '../../fields/signers.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireRange,
  requireText,
} from '../../fields/value-checks.ts';
import { subdomainProblem } from '../../metadata/names.ts';
import {
  checkDefaults,
  checkDownwardFiles,
  checkKeys,
  checkUser,
  filePathProblem,
} from './files.ts';
import type { VolumeReport } from './report.ts';

/** The sources of a projected volume, with the gate without which the server drops them. */
const PROJECTIONS = [
  ['secret', undefined],
  ['configMap', undefined],
  ['downwardAPI', undefined],
  ['serviceAccountToken', undefined],
  ['clusterTrustBundle', 'ClusterTrustBundleProjection'],
  ['podCertificate', 'PodCertificateRequest'],
] as const;

/** The name of a source of a projected volume. */
type Projection = (typeof PROJECTIONS)[number][0];

const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];

/** In seconds. */
const LONGEST_TOKEN = 2 ** 32;

/**
 * Reports the sources of a projected volume.
 *
 * Source: `validateProjectionSources` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function checkProjectedVolume(
  report: VolumeReport,
  volume: Field<ProjectedVolumeSource | undefined>,
  server: Server,
): void {
  checkDefaults(report, volume, server);
  const paths = new Set<string>();
  for (const source of volume.itemsOf('sources')) {
    const present = projectionsOf(source, server);
    for (const name of present) {
      checkProjection(report, source, name, server);
      for (const { field, always } of filesOf(source, name)) {
        const { value: path = '' } = field;
        if (path === '' && !always) continue;
        if (paths.has(path)) {
          const problem = 'another file of the volume has the same path';
          reportInvalid(report, field, problem, { path: volume.path });
        }
        paths.add(path);
      }
    }
    if (present.length > 1) {
      forbid(report, source, `an item has one source, and this one has ${present.join(' and ')}`);
    }
  }
}

/** The sources that an item of a projected volume has, without those that the server drops. */
export function projectionsOf(
  { value }: Field<VolumeProjection>,
  server: Server,
): readonly Projection[] {
  return PROJECTIONS.flatMap(([name, gate]) =>
    value?.[name] !== undefined && (gate === undefined || hasGate(server, gate, true))
      ? [name]
      : [],
  );
}

/** The paths of the files of a source. */
function filesOf(
  source: Field<VolumeProjection>,
  name: Projection,
): readonly { readonly field: Field<string | undefined>; readonly always?: true }[] {
  switch (name) {
    case 'secret':
    case 'configMap':
      return source
        .get(name)
        .itemsOf('items')
        .map((item) => ({ field: item.get('path') }));
    case 'downwardAPI':
      return source
        .get(name)
        .itemsOf('items')
        .map((item) => ({ field: item.get('path') }));
    case 'serviceAccountToken':
      return [];
    case 'clusterTrustBundle':
      return [{ field: source.get(name).get('path'), always: true }];
    case 'podCertificate':
      return certificatePaths(source.get(name)).map((field) => ({ field }));
  }
}

function checkProjection(
  report: VolumeReport,
  source: Field<VolumeProjection>,
  name: Projection,
  server: Server,
): void {
  switch (name) {
    case 'secret':
    case 'configMap': {
      const projection = source.get(name);
      requireText(report, projection.get('name'), `the name of the ${name}`);
      checkKeys(report, projection.itemsOf('items'), server);
      break;
    }
    case 'downwardAPI':
      checkDownwardFiles(report, source.get(name).itemsOf('items'), server);
      break;
    case 'serviceAccountToken':
      checkToken(report, source.get(name), server);
      break;
    case 'clusterTrustBundle':
      checkTrustBundle(report, source.get(name), server);
      break;
    case 'podCertificate':
      checkCertificate(report, source.get(name), server);
  }
}

function checkToken(
  report: VolumeReport,
  token: Field<ServiceAccountTokenProjection | undefined>,
  server: Server,
): void {
  requireRange(report, token.get('expirationSeconds'), { least: 600, most: LONGEST_TOKEN });
  const path = token.get('path');
  if (requireText(report, path, 'the path of the file'))
    requireFormat(report, path, filePathProblem);
  checkUser(report, token.get('user'), server);
}

function checkTrustBundle(
  report: VolumeReport,
  bundle: Field<ClusterTrustBundleProjection | undefined>,
  server: Server,
): void {
  const name = bundle.get('name');
  const signer = bundle.get('signerName');
  const selector = bundle.get('labelSelector');
  if (name.value !== undefined && signer.value !== undefined) {
    reportInvalid(report, bundle, 'it has name and signerName');
  } else if (name.value !== undefined) {
    requireText(report, name, 'the name of the ClusterTrustBundle');
    requireFormat(report, name, trustBundleNameProblem);
    if (selector.value !== undefined) {
      reportInvalid(report, selector, 'it is only allowed with signerName');
    }
  } else if (signer.value !== undefined) {
    requireSignerName(report, signer);
  } else if (!name.pruned && !signer.pruned) {
    requireText((finding) => report({ ...finding, path: bundle.path }), name, 'name or signerName');
  }
  const path = bundle.get('path');
  if (requireText(report, path, 'the path of the file'))
    requireFormat(report, path, filePathProblem);
  checkUser(report, bundle.get('user'), server);
}

function checkCertificate(
  report: VolumeReport,
  certificate: Field<PodCertificateProjection | undefined>,
  server: Server,
): void {
  const signer = certificate.get('signerName');
  requireSignerName(report, signer);
  checkSignerAnnotations(report, certificate.get('userAnnotations'));
  checkUser(report, certificate.get('user'), server);
  requireOneOf(report, certificate.get('keyType'), KEY_TYPES);
  requireLifetime(report, certificate.get('maxExpirationSeconds'), signer);
  const paths = certificatePaths(certificate);
  for (const path of paths) requireFormat(report, path, filePathProblem);
  const [bundle] = paths;
  if (bundle !== undefined && paths.every(({ value = '', pruned }) => value === '' && !pruned)) {
    requireText(
      (finding) => report({ ...finding, path: certificate.path }),
      bundle,
      'the path of the file',
    );
  }
}

function certificatePaths(
  certificate: Field<PodCertificateProjection | undefined>,
): readonly Field<string | undefined>[] {
  return (['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const).map((name) =>
    certificate.get(name),
  );
}

/** The error of the name of a ClusterTrustBundle, which starts with the name of its signer if it has one. */
function trustBundleNameProblem(name: string): string | undefined {
  return subdomainProblem(name.slice(name.lastIndexOf(':') + 1));
}
