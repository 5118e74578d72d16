import {
  reportInvalid,
  requireItems,
  requireOneOf,
  requireValue,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { settingChoices, settingFix } from '../../src/analysis/fields/value-fixes.ts';
import { httpPaths } from '../../src/analysis/ingresses/http-paths.ts';
import type { Fix } from '../../src/result/fix.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const PATH_TYPES = ['Prefix', 'Exact', 'ImplementationSpecific'];

/** The parts that a path of type Exact or Prefix cannot contain, because they mean another path. */
const FORBIDDEN_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const FORBIDDEN_ENDS = ['/..', '/.'];

export default defineRule({
  id: 'ingress/paths',
  on: 'object',
  kinds: ['Ingress'],
  severity: 'error',
  summary: 'Each path of an Ingress has a type, and starts with a slash.',
  details: `
A path has a \`pathType\`: \`Exact\`, \`Prefix\` or \`ImplementationSpecific\`. There is no default. A path starts with a slash;
only with \`ImplementationSpecific\` it can be absent. With the other two types it cannot contain \`//\`, \`/./\`, \`/../\` or an
encoded slash, nor end with \`/.\` or \`/..\`.

Regular expressions and patterns such as \`/*\` are a matter of the controller; most need \`ImplementationSpecific\` for them.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/ingress/#path-types',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['ingress-path-type', 'ingress-no-paths'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['ingress-path-type-unknown'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['ingress-path'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          rules:
            - http:
                paths:
                  - path: / # expect: required
                    backend: { service: { name: web, port: { number: 80 } } }
                  - path: /a
                    pathType: prefix
                    #         ^^^^^^ expect: unsupported
                    backend: { service: { name: web, port: { number: 80 } } }
                  - path: shop//cart
                    #     ^^^^^^^^^^ expect: invalid
                    pathType: Prefix
                    backend: { service: { name: web, port: { number: 80 } } }
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          rules:
            - http: { paths: [] } # expect: required
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          rules:
            - http:
                paths:
                  - path: /
                    pathType: Prefix
                    backend: { service: { name: web, port: { number: 80 } } }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: networking.k8s.io/v1
          kind: Ingress
          metadata: { name: shop }
          spec:
            rules:
              - http:
                  paths:
                    - path: / # all other pages
                      backend: { service: { name: web, port: { number: 80 } } }
                    - path: /cart
                      pathType: prefix
                      backend: { service: { name: cart, port: { number: 80 } } }
                    - path: /search
                      backend: { service: { name: search, port: { number: 80 } } }
        `,
        after: yaml`
          apiVersion: networking.k8s.io/v1
          kind: Ingress
          metadata: { name: shop }
          spec:
            rules:
              - http:
                  paths:
                    - path: / # all other pages
                      backend: { service: { name: web, port: { number: 80 } } }
                      pathType: Prefix
                    - path: /cart
                      pathType: Prefix
                      backend: { service: { name: cart, port: { number: 80 } } }
                    - path: /search
                      backend: { service: { name: search, port: { number: 80 } } }
                      pathType: Prefix
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const rule of resource.root.get('spec').itemsOf('rules')) {
      const http = rule.get('http');
      if (http.value !== undefined) requireItems(report, http.get('paths'), 'at least one path');
    }
    for (const item of httpPaths(resource)) {
      const type = item.get('pathType');
      const path = item.get('path');
      const place = { fix: pathTypeFix(type, path) };
      if (!requireValue(report, type, 'Prefix, Exact or ImplementationSpecific', place)) continue;
      requireOneOf(report, type, PATH_TYPES);
      const { value: text = '' } = path;
      const isSpecific = type.value === 'ImplementationSpecific';
      if (path.pruned || !PATH_TYPES.includes(type.value ?? '')) continue;
      if (!text.startsWith('/') && !(isSpecific && text === '')) {
        reportInvalid(report, path, 'a path starts with a slash');
      }
      if (isSpecific) continue;
      const part =
        FORBIDDEN_PARTS.find((forbiddenPart) => text.includes(forbiddenPart)) ??
        FORBIDDEN_ENDS.find((forbiddenEnd) => text.endsWith(forbiddenEnd));
      if (part !== undefined) {
        reportInvalid(report, path, `'${part}' is only possible with ImplementationSpecific`);
      }
    }
  },
});

/** The type that a path without one needs: for all requests, it is a prefix. */
function pathTypeFix(
  type: Field<string | undefined>,
  { value: path }: Field<string | undefined>,
): Fix | undefined {
  if (!type.absent) return undefined;
  return path === '/' ? settingFix(type, 'Prefix') : settingChoices(type, PATH_TYPES);
}
