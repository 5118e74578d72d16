import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import { addressProblem } from '../../src/analysis/fields/addresses.ts';
import {
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

const MOST_SERVERS = 3;
const MOST_DOMAINS = 32;
const MOST_CHARACTERS = 2048;

export default defineRule({
  id: 'pod/dns',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The dnsConfig of a pod has addresses of name servers, and domains to search.',
  details: `
\`dnsConfig\` adds to the configuration of name resolution, or is all of it with \`dnsPolicy: None\`, which needs at least one name
server. It has at most 3 \`nameservers\`, which are IP addresses, at most 32 domains in \`searches\` with 2048 characters
together, and \`options\` with a name.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-dns-config',
  messages: {
    servers: {
      text: 'dnsPolicy None needs a name server',
      help: 'add an address to dnsConfig.nameservers, or use dnsPolicy: ClusterFirst',
      cause: 'FieldValueRequired',
      rows: ['pod-dns-servers'],
    },
    option: {
      text: 'the option has no name',
      help: 'write a name such as ndots, or remove the option',
      cause: 'FieldValueRequired',
      rows: ['pod-dns-option'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['pod-dns-invalid'],
      explainsInField: ['pod/address-form'],
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
          dnsPolicy: None
          dnsConfig: {} # expect: servers
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          dnsConfig:
            nameservers: [dns.example.com]
            #             ^^^^^^^^^^^^^^^ expect: invalid
            options:
              - value: "2" # expect: option
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          dnsPolicy: None
          dnsConfig:
            nameservers: [10.9.8.7]
            searches: [shop.svc.cluster.local, example.com.]
            options: [{ name: ndots, value: "2" }]
      `,
    ],
  },
  check(resource, { report, minor, server }) {
    const { spec } = podOf(resource);
    const config = spec.get('dnsConfig');
    const servers = config.get('nameservers');
    if (spec.get('dnsPolicy').value === 'None') {
      if (config.absent) {
        report({ message: 'servers', at: config });
        return;
      }
      if (isEmptyList(servers)) {
        report({ message: 'servers', at: servers });
        return;
      }
    }
    const addresses = servers.items();
    if (addresses.length > MOST_SERVERS) {
      reportInvalid(report, servers, `at most ${MOST_SERVERS} are allowed`);
    }
    for (const address of addresses) {
      const problem = addressProblem(address.value ?? '', server);
      if (problem !== undefined) reportInvalid(report, address, problem);
    }
    const searches = config.get('searches');
    const domains = searches.items();
    if (domains.length > MOST_DOMAINS) {
      reportInvalid(report, searches, `at most ${MOST_DOMAINS} are allowed`);
    }
    if (byteLength(domains.map(({ value = '' }) => value).join(' ')) > MOST_CHARACTERS) {
      reportInvalid(report, searches, `at most ${MOST_CHARACTERS} characters are allowed`);
    }
    const isRelaxed = serverHas('relaxed-dns-searches', minor);
    for (const domain of domains) {
      requireFormat(report, domain, isRelaxed ? relaxedProblem : strictProblem);
    }
    for (const option of config.itemsOf('options')) {
      const name = option.get('name');
      if (isEmptyText(name)) report({ message: 'option', at: name, path: option.path });
    }
  },
});

function strictProblem(domain: string): string | undefined {
  return subdomainProblem(domain.replace(/\.$/, ''));
}

/** Labels may begin with an underscore and contain underscores. */
const RELAXED = /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?(?:\._?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?)*$/;

function relaxedProblem(domain: string): string | undefined {
  if (domain === '.') return undefined;
  const name = domain.replace(/\.$/, '');
  if (byteLength(name) > 253) return SUBDOMAIN_PROBLEMS['too-long'];
  return RELAXED.test(name) ? undefined : SUBDOMAIN_PROBLEMS.format;
}
