import {
  addressProblem,
  canonicalAddressProblem,
  endpointAddressProblem,
  isIPv6,
  preferredAddress,
} from '../../src/analysis/fields/addresses.ts';
import {
  reportInvalid,
  requireCount,
  requireFormat,
  requireItems,
  requireOneOf,
  requireText,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelValueProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Label } from '../../src/server/kubernetes/formats/dns.ts';
import { hasGate, type Server } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** The controllers that write addresses in canonical form themselves. */
const CONTROLLERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

const MOST_ENDPOINTS = 1000;
const MOST_ADDRESSES = 100;
const MOST_HINTS = 8;

export default defineRule({
  id: 'endpoint-slice/endpoints',
  on: 'object',
  kinds: ['EndpointSlice'],
  severity: 'error',
  summary: 'The endpoints of an EndpointSlice have addresses of the type of the slice.',
  details: `
\`addressType\` is \`IPv4\`, \`IPv6\` or \`FQDN\`. Each endpoint has 1 to 100 addresses of that type, which are not unspecified,
loopback or link-local; IPv6 addresses are in canonical form. A slice has at most 1000 endpoints, and an endpoint hints for at
most 8 zones and 8 nodes.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['endpoint-slice-address-type', 'endpoint-slice-no-addresses'],
    },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['endpoint-slice-address-type-unknown'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['endpoint-slice-address'] },
    family: {
      text: "the address '{address}' is not of the type {type}",
      help: 'use an {type} address, or change addressType',
      cause: 'FieldValueInvalid',
      rows: ['endpoint-slice-family'],
    },
    tooMany: { ...VALUE_MESSAGES.tooMany, rows: ['endpoint-slice-hints'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['endpoint-slice-hint-twice'] },
    form: {
      text: "'{address}' is not in canonical form",
      help: 'use {preferred}',
      severity: 'warning',
      cause: 'Warning',
      rows: ['endpoint-slice-address-form'],
      withoutExample: 'examples are judged for the newest minor, which refuses it in a new slice',
    },
    deprecated: {
      text: 'EndpointSlices of type FQDN are deprecated',
      help: 'use a Service of type ExternalName',
      severity: 'warning',
      cause: 'Warning',
      rows: ['endpoint-slice-fqdn'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice # expect: required
        metadata: { name: database }
        endpoints:
          - addresses: []
            #          ^^ expect: required
      `,
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: { name: database }
        addressType: IP
        #            ^^ expect: unsupported
        endpoints:
          - addresses: [192.0.2.7]
            hints:
              forZones: [{ name: a }, { name: a }] # expect: duplicate
          - addresses: [192.0.2.8]
            hints:
              forNodes: [${[...'abcdefghi'].map((name) => `{ name: ${name} }`).join(', ')}] # expect: tooMany
      `,
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: { name: database }
        addressType: IPv4
        endpoints:
          - addresses: ["2001:db8::7"]
            #           ^^^^^^^^^^^^^ expect: family
          - addresses: [127.0.0.1]
            #           ^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: { name: database }
        addressType: FQDN
        #            ^^^^ expect: deprecated
        endpoints:
          - addresses: [db.example.com]
      `,
    ],
    good: [
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: { name: database }
        addressType: IPv4
        endpoints:
          - addresses: [192.0.2.7]
      `,
    ],
  },
  check(resource, { report, server }) {
    const { root, stored } = resource;
    const type = root.get('addressType');
    if (requireText(report, type, 'IPv4, IPv6 or FQDN')) {
      requireOneOf(report, type, ['IPv4', 'IPv6', 'FQDN']);
    }
    if (type.value === 'FQDN' && stored === undefined) {
      // The server reports it in a spec, which the kind does not have.
      report({ message: 'deprecated', at: type, path: 'spec.addressType' });
    }
    const { [MANAGED_BY]: manager = '' } = root.get('metadata').get('labels').value ?? {};
    const isManaged = CONTROLLERS.includes(manager);
    const warns = serverHas('endpoint-form-warnings', server.minor);
    const endpoints = root.get('endpoints');
    const isShort = requireCount(report, endpoints, MOST_ENDPOINTS);
    if (!isShort && !serverHas('all-endpoints-checked', server.minor)) return;
    for (const endpoint of endpoints.items()) {
      const addresses = endpoint.get('addresses');
      requireItems(report, addresses, 'at least one address');
      requireCount(report, addresses, MOST_ADDRESSES);
      if (!isShort) continue;
      for (const address of addresses.items()) {
        const { value: text = '' } = address;
        const isAddress = type.value === 'IPv4' || type.value === 'IPv6';
        const problem = isAddress ? formatProblem(type.value, text, server) : undefined;
        // In a new slice, most other forms are errors.
        const isAccepted = stored !== undefined || problem === undefined;
        const preferred = warns && isAccepted && !isManaged ? preferredAddress(text) : undefined;
        if (preferred !== undefined) {
          report({ message: 'form', at: address, values: { address: text, preferred } });
        }
        if (isAddress) {
          if (problem === undefined && (type.value === 'IPv6') !== isIPv6(text)) {
            const values = { address: text, type: type.value };
            const { path } = warns ? addresses : address;
            report({ message: 'family', at: address, path, values });
          }
          const local = problem ?? endpointAddressProblem(text);
          if (local !== undefined) reportInvalid(report, address, local);
        } else if (type.value === 'FQDN' && requireText(report, address, 'a domain name')) {
          requireFormat(report, address, domainProblem);
        }
      }
      requireFormat(report, endpoint.get('nodeName'), subdomainProblem);
      requireFormat(report, endpoint.get('hostname'), labelProblem);

      const hints = endpoint.get('hints');
      const zones = hints.get('forZones');
      if (!requireCount(report, zones, MOST_HINTS)) continue;
      const zoneNames = zones.items().map((zone) => zone.get('name'));
      requireUnique(report, zoneNames, ({ value = '' }) => value, 'each zone can occur once');
      for (const name of zoneNames) requireFormat(report, name, labelValueProblem);
      if (!hasGate(server, 'PreferSameTrafficDistribution', true)) continue;
      const nodes = hints.get('forNodes');
      if (!requireCount(report, nodes, MOST_HINTS)) continue;
      const nodeNames = nodes.items().map((node) => node.get('name'));
      requireUnique(report, nodeNames, ({ value = '' }) => value, 'each node can occur once');
      for (const name of nodeNames) {
        if (name.absent) reportInvalid(report, name, subdomainProblem('') ?? '');
        else requireFormat(report, name, subdomainProblem);
      }
    }
  },
});

function formatProblem(type: 'IPv4' | 'IPv6', text: string, server: Server): string | undefined {
  return type === 'IPv6' && serverHas('endpoint-form-warnings', server.minor)
    ? canonicalAddressProblem(text)
    : addressProblem(text, server);
}

/** The error of a domain name, which may end with a dot, as a clause. Undefined for a valid name. */
function domainProblem(text: string): string | undefined {
  const name = text.replace(/\.$/, '');
  const problem = subdomainProblem(name);
  if (problem !== undefined) return problem;
  const labels = name.split('.');
  if (labels.length < 2) return 'a domain name has at least two labels, as in db.example.com';
  return labels.every(isDns1123Label) ? undefined : 'a label is longer than 63 characters';
}
