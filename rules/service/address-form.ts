import { preferredAddress, preferredRange } from '../../src/analysis/fields/addresses.ts';
import { allocationOf } from '../../src/analysis/services/allocation.ts';
import { parseIpAddress, parseIpPrefix } from '../../src/base/go/ip-address.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'service/address-form',
  on: 'object',
  kinds: ['Service'],
  severity: 'warning',
  summary: 'The addresses of a Service are written in canonical form.',
  details: `
An IPv6 address can be written in several ways; the canonical one of RFC 5952 has lowercase letters and no needless
zeros, so that equal addresses are equal as texts. The server warns about the others.
`,
  reference: 'https://www.rfc-editor.org/rfc/rfc5952',
  messages: {
    form: {
      text: "'{address}' is not in canonical form",
      help: 'use {preferred}',
      cause: 'Warning',
      rows: ['service-address-form'],
    },
    unreadable: {
      text: "'{address}' is not an IP address or a range of addresses",
      help: 'write only the address, such as 192.0.2.7, or only the range, such as 192.0.2.0/24',
      cause: 'Warning',
      rows: ['service-address-unreadable'],
      withoutExample: 'examples are judged for the newest minor, which accepts it silently',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          loadBalancerIP: "2001:DB8::7"
          #               ^^^^^^^^^^^^^ expect: form
          loadBalancerSourceRanges: ["2001:DB8::/64"]
          #                          ^^^^^^^^^^^^^^^ expect: form
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          loadBalancerSourceRanges: ["2001:db8::/64"]
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report, minor }) {
    const isReadSloppily = serverHas('service-addresses-read-sloppily', minor);
    const spec = resource.root.get('spec');
    const clusterIPs = spec.get('clusterIPs');
    const { clusterIPs: addresses, faults } = allocationOf(resource);
    for (const [index, address] of faults.length > 0 ? [] : addresses.entries()) {
      // A Service with clusterIP alone has the list from it, and an updated one without both from the stored Service.
      const at = clusterIPs.items()[index] ?? spec.get('clusterIP');
      reportForm(at, address, preferredAddress(address), `${clusterIPs.path}[${index}]`);
    }
    for (const at of [...spec.itemsOf('externalIPs'), spec.get('loadBalancerIP')]) {
      const { value: address = '' } = at;
      reportForm(at, address, preferredAddress(address));
      requireReadable(at, address === '' || parseIpAddress(address).ok);
    }
    for (const at of spec.itemsOf('loadBalancerSourceRanges')) {
      const { value: address = '' } = at;
      reportForm(at, address, preferredRange(address));
      requireReadable(at, parseIpPrefix(address).ok);
    }

    function reportForm(
      at: Field,
      address: string,
      preferred: string | undefined,
      path = at.path,
    ): void {
      if (preferred === undefined) return;
      report({ message: 'form', at, path, values: { address, preferred } });
    }

    function requireReadable(at: Field<string | undefined>, isReadable: boolean): void {
      if (isReadable || isReadSloppily) return;
      report({ message: 'unreadable', at, values: { address: at.value ?? '' } });
    }
  },
});
