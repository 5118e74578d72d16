import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  unambiguousWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { hostnameOf, type NetUrl, parseNetUrl, portOf } from '../../src/base/go/net-url.ts';
import { fromByteText } from '../../src/base/go/quote.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const HIGHEST_PORT = 65535;

export default defineRule({
  id: 'webhook/unreachable-url',
  on: 'object',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'warning',
  summary: 'Every API server can reach the url of a webhook.',
  details: `
\`url\` is for webhooks outside of the cluster. The API server resolves the host with the DNS of the machine that it runs
on, usually not with the DNS of the cluster, so names such as \`hooks.shop.svc\` do not resolve. \`localhost\` is the
machine of the API server itself, so the webhook must run on every node of the control plane.

For a webhook in the cluster, use \`service\` with its name and namespace: the API server finds the address by itself, and
verifies the certificate for \`NAME.NAMESPACE.svc\`.

The API server accepts a URL without a host name or with a port above 65535, but then every call fails.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url',
  messages: {
    cluster: {
      text: "'{host}' is a name of the cluster DNS, which the API server usually does not use, so calls to the webhook fail",
      help: 'use service with name, namespace, port and path instead of url',
      rows: ['lint-url-in-cluster', 'crd-lint-conversion-url-in-cluster'],
    },
    loopback: {
      text: "'{host}' is the machine of the API server, so calls fail unless the webhook runs on every control plane node",
      help: 'use service instead of url if the webhook runs in the cluster',
      rows: ['lint-url-in-cluster', 'crd-lint-conversion-url-in-cluster'],
    },
    host: {
      text: "the url '{url}' has no host name, so every call to the webhook fails",
      help: 'use a URL of the form https://host[:port][/path]',
      rows: ['lint-url-host-empty'],
    },
    port: {
      text: 'the port must be between 1 and 65535, so every call to the webhook fails',
      help: 'use a valid port instead of {port}, or remove it for the default of 443',
      rows: ['lint-url-host-empty'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: a.widgets.example.com
            clientConfig:
              url: https://hooks.shop.svc/widgets
              #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: cluster
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: b.widgets.example.com
            clientConfig:
              url: https://localhost:9443
              #    ^^^^^^^^^^^^^^^^^^^^^^ expect: loopback
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: c.widgets.example.com
            clientConfig:
              url: https://:9443
              #    ^^^^^^^^^^^^^ expect: host
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: d.widgets.example.com
            clientConfig:
              url: https://hooks.example.com:99999
              #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: port
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: a.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop, path: /widgets }
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: b.widgets.example.com
            clientConfig:
              url: https://hooks.example.com:9443/widgets
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const client of unambiguousWebhookClients(resource)) {
      const field = client.get('url');
      const parsed = parseNetUrl(field.value ?? '', { strictColons: false });
      // The rule webhook/url reports the URLs that the server refuses.
      if (!parsed.ok || parsed.url.scheme !== 'https' || parsed.url.host === '') continue;
      const name = hostName(parsed.url);
      const port = portOf(parsed.url);
      if (name === '') report({ message: 'host', at: field, values: { url: field.value ?? '' } });
      else if (isClusterName(name))
        report({ message: 'cluster', at: field, values: { host: name } });
      else if (isLoopback(name)) report({ message: 'loopback', at: field, values: { host: name } });
      const number = Number(port);
      if (port !== '' && (number < 1 || number > HIGHEST_PORT))
        report({ message: 'port', at: field, values: { port } });
    }
  },
});

/** The host in lowercase, without a final dot. */
function hostName(url: NetUrl): string {
  return fromByteText(hostnameOf(url)).toLowerCase().replace(/\.$/, '');
}

function isClusterName(name: string): boolean {
  return /\.svc(\.cluster\.local)?$/.test(name);
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127(\.\d+){3}$/.test(name);
}
