import {
  KINDS_WITH_WEBHOOK_CLIENTS,
  settledWebhookClients,
} from '../../src/analysis/admission/webhook-clients.ts';
import { hostnameOf, type NetUrl, parseNetUrl, portOf } from '../../src/go/net-url.ts';
import { fromByteText } from '../../src/go/quote.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const HIGHEST_PORT = 65535;

export default defineRule({
  id: 'webhook/unreachable-url',
  kinds: KINDS_WITH_WEBHOOK_CLIENTS,
  severity: 'warning',
  summary: 'The url of a webhook is one that every API server can reach.',
  details: `
\`url\` is for webhooks outside of the cluster. The API server resolves its host as the machine does that it runs
on, usually without the DNS of the cluster, so names such as \`hooks.shop.svc\` do not resolve; some hosted
control planes cannot reach addresses of the cluster at all. \`localhost\` is another machine on each server of
the control plane.

For a webhook in the cluster write \`service\` with its name and namespace: the server finds the address by
itself, and checks the certificate for \`NAME.NAMESPACE.svc\`.

The API server accepts an url without a host name, or with a port that does not exist; calls then fail.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url',
  messages: {
    cluster: {
      text: "'{host}' is a name of the cluster's DNS, which the API server does not use",
      help: 'write service with name, namespace, port and path instead of url',
      rows: ['lint-url-in-cluster', 'crd-lint-conversion-url-in-cluster'],
    },
    loopback: {
      text: "'{host}' is another machine on each API server, and no pod of the cluster",
      help: 'write service for a webhook in the cluster',
      rows: ['lint-url-in-cluster', 'crd-lint-conversion-url-in-cluster'],
    },
    host: {
      text: "the url '{url}' names no host, so there is nothing to call",
      help: 'write https://host[:port][/path]',
      rows: ['lint-url-host-empty'],
    },
    port: {
      text: 'there is no port {port}; ports are 1 to 65535',
      help: 'leave it out for 443',
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
    for (const client of settledWebhookClients(resource)) {
      const field = client.get('url');
      const parsed = parseNetUrl(field.value ?? '', { strictColons: false });
      // What the server refuses is said elsewhere.
      if (!parsed.ok || parsed.url.scheme !== 'https' || parsed.url.host === '') continue;
      const name = hostName(parsed.url);
      const port = portOf(parsed.url);
      if (name === '') report('host', field, { url: field.value ?? '' });
      else if (isClusterName(name)) report('cluster', field, { host: name });
      else if (isLoopback(name)) report('loopback', field, { host: name });
      const number = Number(port);
      if (port !== '' && (number < 1 || number > HIGHEST_PORT)) report('port', field, { port });
    }
  },
});

/** In lower case, without the dot of the root. */
function hostName(url: NetUrl): string {
  return fromByteText(hostnameOf(url)).toLowerCase().replace(/\.$/, '');
}

function isClusterName(name: string): boolean {
  return /\.svc(\.cluster\.local)?$/.test(name);
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127(\.\d+){3}$/.test(name);
}
