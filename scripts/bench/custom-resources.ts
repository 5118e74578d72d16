// Measures how many custom resources are judged in a second:
//   npm run bench -- custom-resources [FOLDER]
// Valid resources of a synthetic CRD, without rules and with rules, created and updated; with FOLDER, resources that
// are made from the schemas of its CRDs. The time includes reading the text; it is the CPU time of the process, of
// which a busy machine adds little.

import { lint } from '../../src/lint/lint.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { customDefinition } from '../../src/server/custom-resources/definition.ts';
import type { CustomResourceDefinition } from '../../src/server/kubernetes/types.generated.ts';
import { cpuTime } from '../cpu-time.ts';
import { readCrds } from '../fuzz/manifests.ts';
import { Inventor } from '../fuzz/mutation/custom-resources.ts';
import { Random } from '../fuzz/random.ts';

const RESOURCES = 5000;
const OF_EACH = 20;
const RUNS = 5;

type Schema = { [keyword: string]: unknown };

function crdWith(rules: Schema): Source {
  const port = {
    type: 'object',
    required: ['name', 'port'],
    properties: {
      name: { type: 'string', maxLength: 63 },
      port: { type: 'integer', minimum: 1, maximum: 65535 },
      protocol: { type: 'string', enum: ['TCP', 'UDP'], default: 'TCP' },
    },
  };
  const spec = {
    type: 'object',
    required: ['image'],
    properties: {
      image: { type: 'string', pattern: '^[^:]+:[^:]+$', maxLength: 200 },
      replicas: { type: 'integer', format: 'int32', minimum: 0, default: 1 },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      ports: {
        type: 'array',
        maxItems: 20,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: port,
      },
    },
    ...rules,
  };
  const content = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'apps.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'apps', kind: 'App' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
  return { name: 'crd.json', content: JSON.stringify(content) };
}

const RULES = {
  'x-kubernetes-validations': [
    { rule: 'self.replicas <= 100', message: 'too many replicas' },
    { rule: "!has(self.ports) || self.ports.all(p, p.port != 22 || p.protocol == 'TCP')" },
    { rule: '!has(oldSelf.image) || self.image.size() > 0' },
  ],
};

const resources = Array.from({ length: RESOURCES }, (_, index): Source => {
  const content = `apiVersion: example.com/v1
kind: App
metadata:
  name: app-${index}
  labels: { app: app-${index} }
spec:
  image: example.com/app:${index}
  replicas: ${index % 5}
  labels: { team: shop, tier: backend }
  ports:
    - { name: http, port: 80 }
    - { name: metrics, port: 9090, protocol: TCP }
`;
  return { name: `app-${index}.yaml`, content };
});

function measure(what: string, sources: readonly Source[], options: LintOptions): void {
  let best = Number.POSITIVE_INFINITY;
  let accepted = 0;
  for (let run = 0; run < RUNS; run++) {
    const start = cpuTime();
    const { documents } = lint(sources, options);
    best = Math.min(best, cpuTime() - start);
    accepted = documents.filter(({ verdicts }) => Object.values(verdicts)[0] === 'accepted').length;
  }
  const rate = Math.round(sources.length / (best / 1000));
  console.log(
    `${what}: ${rate} a second of CPU time (${sources.length} in ${Math.round(best)} ms, ${accepted} accepted)`,
  );
}

measure('without rules', resources, { crds: [crdWith({})] });
measure('with three rules', resources, { crds: [crdWith(RULES)] });
measure('updates, with three rules', resources, { crds: [crdWith(RULES)], base: resources });

const [folder] = process.argv.slice(2);
if (folder !== undefined) {
  const random = new Random(1);
  const inventor = new Inventor(random);
  const crds = readCrds(folder);
  const invented = crds.flatMap((crd, at) => {
    // The value of the reader has the described type.
    const { group, kind, versions } = customDefinition(crd as unknown as CustomResourceDefinition);
    const version = versions.find(({ isServed }) => isServed);
    return Array.from({ length: OF_EACH }, (_, index): Source => {
      const object = {
        apiVersion: `${group}/${version?.name ?? ''}`,
        kind,
        metadata: { name: 'a' },
        ...inventor.object(version?.schema ?? {}),
      };
      return { name: `${at}-${index}.yaml`, content: `# YAML\n${JSON.stringify(object, null, 1)}` };
    });
  });
  const defining = crds.map((crd, at) => ({
    name: `crd-${at}.yaml`,
    content: `# YAML\n${JSON.stringify(crd)}`,
  }));
  measure(`of ${crds.length} published CRDs, which are read too`, invented, { crds: defining });
}
