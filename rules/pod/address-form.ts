import { preferredAddress } from '../../src/analysis/fields/addresses.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'pod/address-form',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'The addresses of name servers and host aliases are written in canonical form.',
  details: `
An IPv6 address can be written in several ways; the canonical one is that of RFC 5952, with lowercase letters and
without needless zeros.
`,
  reference: 'https://www.rfc-editor.org/rfc/rfc5952',
  messages: {
    form: {
      text: "'{address}' is not in canonical form",
      help: 'use {preferred}',
      cause: 'Warning',
      rows: ['pod-address-form-form'],
      range: minorsWith('ipv6-form-warnings'),
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
          hostAliases:
            - ip: "2001:DB8::7"
              #   ^^^^^^^^^^^^^ expect: form
              hostnames: [db.example.com]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          hostAliases: [{ ip: "2001:db8::7", hostnames: [db.example.com] }]
      `,
    ],
  },
  check(resource, { report }) {
    const { spec } = podOf(resource);
    const aliases = spec.itemsOf('hostAliases');
    const addresses = [
      ...spec.get('dnsConfig').itemsOf('nameservers'),
      ...aliases.map((alias) => alias.get('ip')),
    ];
    for (const field of addresses) {
      const { value: address = '' } = field;
      const preferred = preferredAddress(address);
      if (preferred === undefined) continue;
      report({ message: 'form', at: field, values: { address, preferred } });
    }
  },
});
