import { type ApiObject, isOfKind, isResource } from '../../rule/resource.ts';
import { configMapKeyProblem } from '../../server/kubernetes/formats/config-map-key.ts';
import {
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
} from '../../server/kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../server/kubernetes/formats/path-segment.ts';
import type { NameFormat } from '../../server/kubernetes/kind-traits.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { canonicalAddressProblem } from '../fields/addresses.ts';
import { LABEL_PROBLEMS, LETTER_FIRST_PROBLEMS, SUBDOMAIN_PROBLEMS } from './dns-name-messages.ts';
import { PATH_SEGMENT_PROBLEMS } from './path-segment-messages.ts';

/**
 * The start that the name of an object must have: a ClusterTrustBundle with a signer has the name of it, with colons
 * instead of slashes. Empty for all other objects.
 *
 * Source: `ValidateClusterTrustBundleName` in `pkg/apis/core/validation/names.go` of Kubernetes.
 */
export function requiredStart(resource: ApiObject): string {
  if (!isResource(resource) || !isOfKind(resource, 'ClusterTrustBundle')) return '';
  const { value: signer = '' } = resource.root.get('spec').get('signerName');
  return signer === '' ? '' : `${signer.replaceAll('/', ':')}:`;
}

/**
 * The error of a `metadata.name`, as a clause. Undefined for a valid name.
 *
 * @param format the format that the kind requires; undefined for a DNS subdomain
 * @param start the required start of the name, which has not this format
 */
export function nameProblem(
  format: NameFormat | undefined,
  name: string,
  server: Server,
  start = '',
): string | undefined {
  if (!name.startsWith(start)) return `it must start with '${start}'`;
  return formatProblem(format, name.slice(start.length), server);
}

function formatProblem(
  format: NameFormat | undefined,
  name: string,
  server: Server,
): string | undefined {
  switch (format) {
    case 'path-segment':
    case 'whole-segment':
      return segmentProblem(name);
    case 'dns-label':
      return labelProblem(name);
    case 'service-name':
      return serviceNameProblem(name, server);
    case 'ip-address':
      return canonicalAddressProblem(name);
    case 'config-map-key':
      return configMapKeyProblem(name);
    case 'group-resource':
      return groupResourceProblem(name);
    case undefined:
      return subdomainProblem(name);
  }
}

/** The error of a name that must be a DNS subdomain, as a clause. Undefined for a valid name. */
export function subdomainProblem(name: string): string | undefined {
  const [problem] = dns1123SubdomainProblems(name);
  return problem && SUBDOMAIN_PROBLEMS[problem];
}

/** The error of a name that must be a DNS label, as a clause. Undefined for a valid name. */
export function labelProblem(name: string): string | undefined {
  const [problem] = dns1123LabelProblems(name);
  return problem && LABEL_PROBLEMS[problem];
}

/** The error of the name of a Service, as a clause. Undefined for a valid name. */
export function serviceNameProblem(name: string, server: Server): string | undefined {
  if (serverHas('relaxed-service-names', server)) return labelProblem(name);
  const [problem] = dns1035LabelProblems(name);
  return problem && LETTER_FIRST_PROBLEMS[problem];
}

/**
 * The error of a name that must be an API group and a resource (`apps.deployments`), as a clause. Undefined for a valid
 * name.
 *
 * Source: `ValidateStorageVersionName` in `pkg/apis/apiserverinternal/validation/validation.go` of Kubernetes.
 */
function groupResourceProblem(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return 'use the API group, a dot and the plural name of the resource';
  const [problem] = dns1035LabelProblems(name.slice(dot + 1));
  return subdomainProblem(name.slice(0, dot)) ?? (problem && LETTER_FIRST_PROBLEMS[problem]);
}

/** The error of a name that must be a segment of a URL path, as a clause. Undefined for a valid name. */
export function segmentProblem(name: string): string | undefined {
  const [problem] = pathSegmentProblems(name);
  return problem && PATH_SEGMENT_PROBLEMS[problem];
}

/**
 * The error of a `metadata.generateName`, as a clause. Undefined for a valid prefix. Before the server validates the
 * prefix, it replaces a dash at the end and the character before it by a letter: it validates `demo.-` as `demoa`.
 */
export function namePrefixProblem(
  format: NameFormat | undefined,
  prefix: string,
  server: Server,
  start = '',
): string | undefined {
  switch (format) {
    case 'whole-segment':
    case 'ip-address':
    case 'config-map-key':
    case 'group-resource':
      return nameProblem(format, prefix, server);
    case 'path-segment':
      return urlProblem(prefix);
    default:
      return nameProblem(format, withMaskedDash(prefix), server, start);
  }
}

/**
 * The error of a part of a name that contains a character which cannot be in a segment of a URL path, as a clause.
 * Undefined if there is none.
 */
export function urlProblem(part: string): string | undefined {
  if (part.includes('/')) return PATH_SEGMENT_PROBLEMS.slash;
  return part.includes('%') ? PATH_SEGMENT_PROBLEMS.percent : undefined;
}

/**
 * A valid name of an object that resembles an invalid one, for a help.
 *
 * @param separators as in {@link suggestName}, if the format allows them
 */
export function suggestObjectName(
  format: NameFormat | undefined,
  name: string,
  separators: '-' | '-.',
): string {
  if (format === 'group-resource' && !name.includes('.')) {
    return `example.com.${suggestName(name, '-')}`;
  }
  if (format === 'service-name') return suggestName(name.replace(/^[^a-z]+/i, ''), '-');
  return suggestName(name, format === 'dns-label' ? '-' : separators);
}

/**
 * A valid name that resembles an invalid one, for a help.
 *
 * @param separators the characters that the name may have between letters and digits
 */
export function suggestName(name: string, separators: '-' | '-.'): string {
  const foreign = separators === '-' ? /[^a-z0-9]+/g : /[^a-z0-9.]+/g;
  const words = name.toLowerCase().replace(foreign, '-').split('.');
  const trimmed = words
    .map((word) => word.replace(/^-+|(?<!-)-+$/g, ''))
    .filter((word) => word !== '');
  return (
    trimmed
      .join('.')
      .slice(0, 63)
      .replace(/(?<![-.])[-.]+$/, '') || 'my-name'
  );
}

function withMaskedDash(prefix: string): string {
  if (prefix.length < 2 || !prefix.endsWith('-')) return prefix;
  // The server removes one byte before the dash. The rest of a character of several bytes is still invalid.
  return prefix.charCodeAt(prefix.length - 2) < 0x80
    ? `${prefix.slice(0, -2)}a`
    : `${prefix.slice(0, -1)}a`;
}
