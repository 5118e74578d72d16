import {
  reportTooLong,
  requireFormat,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

/** The largest length of the name of a controller, in bytes. */
const LONGEST = 250;

export default defineRule({
  id: 'ingress-class/controller',
  on: 'object',
  kinds: ['IngressClass'],
  severity: 'error',
  summary: 'An IngressClass names its controller by a domain and a path.',
  details: `
\`spec.controller\` says which controller handles the Ingresses of the class: a domain, a slash and a path, such as
\`k8s.io/ingress-nginx\`, with at most 250 bytes. The documentation of a controller states its name. It cannot be changed
later.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-class',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['ingress-class-controller'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['ingress-class-controller-format'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['ingress-class-controller-length'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec: {} # expect: required
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: ingress-nginx
          #           ^^^^^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: k8s.io/${'ingress-'.repeat(31)}nginx # expect: tooLong
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: IngressClass
        metadata: { name: nginx }
        spec:
          controller: k8s.io/ingress-nginx
      `,
    ],
  },
  check(resource, { report }) {
    const controller = resource.root.get('spec').get('controller');
    if (
      !requireText(report, controller, 'the name of the controller, such as k8s.io/ingress-nginx')
    ) {
      return;
    }
    if (byteLength(controller.value ?? '') > LONGEST) {
      reportTooLong(report, controller, `at most ${LONGEST} bytes are allowed`);
    }
    requireFormat(report, controller, domainPathProblem);
  },
});

/** The error of a text that must be a domain and a path, such as `example.com/nginx`. */
function domainPathProblem(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1)
    return 'use a domain and a path, as in example.com/nginx';
  const problem = subdomainProblem(text.slice(0, slash));
  if (problem !== undefined) return `the domain is not valid: ${problem}`;
  return /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(text.slice(slash + 1))
    ? undefined
    : 'the path has characters that a URL cannot have';
}
