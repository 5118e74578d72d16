import { requireText, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { namePrefixProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { fileVariableProblem } from '../../src/analysis/pods/file-variables.ts';
import {
  POD_KINDS,
  type PodKind,
  podOf,
  validatedPodOf,
} from '../../src/analysis/pods/pod-specs.ts';
import { volumesByName } from '../../src/analysis/pods/volumes.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { configMapKeyProblem } from '../../src/server/kubernetes/formats/config-map-key.ts';
import { variableNameProblem } from '../../src/server/kubernetes/formats/environment-variable.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  FileKeySelector,
} from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/env',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'Environment variables have a name, and one value or source.',
  details: `
An item of \`env\` has a \`name\`, and a \`value\` or one source in \`valueFrom\`: a field of the pod, a resource of a container, or a
key of a ConfigMap or Secret. An item of \`envFrom\` has one source, a ConfigMap or a Secret, and may have a \`prefix\` for the names.

Since Kubernetes 1.32, a name may have all printable ASCII characters but \`=\`. Before, it was an identifier of C that could have
\`-\` and \`.\` too.
`,
  reference:
    'https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['pod-env-name-required', 'pod-env-key-required', 'pod-env-from-name-required'],
    },
    name: {
      text: "'{name}' cannot be the {what} of environment variables: {problem}",
      help: 'use a name such as LOG_LEVEL',
      cause: 'FieldValueInvalid',
      rows: ['pod-env-name', 'pod-env-from-prefix'],
    },
    sources: {
      text: '{place} {problem}',
      help: 'name one of {allowed}',
      cause: 'FieldValueInvalid',
      rows: ['pod-env-sources', 'pod-env-from-sources'],
    },
    valueAndSource: {
      text: 'the variable has both a value and valueFrom',
      help: 'keep one of them',
      cause: 'FieldValueInvalid',
      rows: ['pod-env-value-and-source'],
    },
    reference: {
      text: "'{name}' cannot be the {what}: {problem}",
      help: 'use the {what} as it is where it is defined',
      cause: 'FieldValueInvalid',
      rows: ['pod-env-reference-name', 'pod-env-reference-key', 'pod-env-file'],
    },
    volume: {
      text: "the pod has no volume '{name}'",
      help: 'use the name of a volume with emptyDir',
      cause: 'FieldValueNotFound',
      rows: ['pod-env-file-volume'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              env:
                - value: "1" # expect: required
                - name: A=B
                  #     ^^^ expect: name
                - name: LEVEL
                  value: "1"
                  valueFrom: # expect: valueAndSource
                    configMapKeyRef: { name: settings, key: level }
                - name: TOKEN
                  valueFrom: {} # expect: sources
                - name: PASSWORD
                  valueFrom:
                    secretKeyRef: { name: shop, key: pass/word }
                    #                                ^^^^^^^^^ expect: reference
                - name: FROM_FILE
                  valueFrom:
                    fileKeyRef: { volumeName: settings, path: env, key: A }
                    #                         ^^^^^^^^ expect: volume
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              env:
                - { name: LEVEL, value: "1" }
                - name: PASSWORD
                  valueFrom:
                    secretKeyRef: { name: shop, key: password }
              envFrom:
                - configMapRef: { name: settings }
                  prefix: SHOP_
      `,
    ],
  },
  check(resource, { report, server }) {
    const hasFiles = hasGate(server, 'EnvFiles', true);
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const isRelaxed =
      !hasGate(server, 'RelaxedEnvironmentVariableValidation', false) || keepsRelaxedName(resource);
    for (const { field: container } of pod.containers) {
      for (const variable of container.itemsOf('env')) {
        checkName(variable.get('name'), 'name');
        checkSource(variable);
      }
      const list = container.get('envFrom');
      for (const source of list.items()) checkFrom(source, list.path);
    }

    function checkName(at: Field<string | undefined>, what: 'name' | 'prefix'): void {
      const { value: name = '' } = at;
      if (what === 'name') requireText(report, at, 'such as LOG_LEVEL');
      const problem = name === '' ? undefined : variableNameProblem(name, isRelaxed);
      if (problem !== undefined) report({ message: 'name', at, values: { name, what, problem } });
    }

    function checkSource(variable: Field<EnvVar>): void {
      const at = variable.get('valueFrom');
      if (at.value === undefined) return;
      const known = SOURCES.filter((name) => name !== 'fileKeyRef' || hasFiles);
      const sources = known.filter((name) => at.value?.[name] !== undefined);
      if (sources.length === 0 && known.some((name) => at.get(name).pruned)) return;
      if (sources.length > 0 && variable.get('value').value) {
        report({ message: 'valueAndSource', at, side: 'key' });
      } else if (sources.length !== 1) {
        const problem = sources.length === 0 ? 'has no source' : 'has several sources';
        const values = { place: 'valueFrom', problem, allowed: known.join(', ') };
        report({ message: 'sources', at, side: 'key', values });
      }
      for (const name of ['configMapKeyRef', 'secretKeyRef'] as const) checkKey(at.get(name));
      if (hasFiles) checkFile(at.get('fileKeyRef'));
    }

    function checkFile(file: Field<FileKeySelector | undefined>): void {
      if (file.value === undefined) return;
      for (const [name, meaning] of FILE_FIELDS) requireText(report, file.get(name), meaning);
      for (const { field, what, problem } of fileVariableProblem(file, volumesByName(resource))) {
        const name = field.value ?? '';
        if (problem === undefined) report({ message: 'volume', at: field, values: { name } });
        else report({ message: 'reference', at: field, values: { name, what, problem } });
      }
    }

    function checkKey(reference: Field<ConfigMapKeySelector | undefined>): void {
      if (reference.value === undefined) return;
      const kind = reference.segment === 'secretKeyRef' ? 'Secret' : 'ConfigMap';
      const name = reference.get('name');
      if (!name.pruned) checkReference(name, `name of a ${kind}`, subdomainProblem);
      const key = reference.get('key');
      if (requireText(report, key, `a key of the ${kind}`)) {
        checkReference(key, 'key', configMapKeyProblem);
      }
    }

    function checkReference(
      at: Field<string | undefined>,
      what: string,
      problemOf: (name: string) => string | undefined,
    ): void {
      const { value: name = '' } = at;
      const problem = problemOf(name);
      if (problem !== undefined) {
        report({ message: 'reference', at, values: { name, what, problem } });
      }
    }

    function checkFrom(source: Field<EnvFromSource>, path: string): void {
      checkName(source.get('prefix'), 'prefix');
      const found = ENV_FROM.filter(([name]) => source.value?.[name] !== undefined);
      if (found.length !== 1 && !ENV_FROM.some(([name]) => source.get(name).pruned)) {
        const problem = found.length === 0 ? 'has no source' : 'has several sources';
        const values = { place: 'the item', problem, allowed: 'configMapRef and secretRef' };
        report({ message: 'sources', at: source, path, values });
      }
      for (const [field, kind] of found) {
        const at = source.get(field).get('name');
        if (!requireText(report, at, `the name of the ${kind}`)) continue;
        // The server validates the name like the prefix of a name.
        const problemOf = (name: string) => namePrefixProblem(undefined, name, server);
        checkReference(at, `name of a ${kind}`, problemOf);
      }
    }
  },
});

const SOURCES = [
  'fieldRef',
  'resourceFieldRef',
  'configMapKeyRef',
  'secretKeyRef',
  'fileKeyRef',
] as const;

const FILE_FIELDS = [
  ['key', 'the name of a variable in the file'],
  ['volumeName', 'the name of an emptyDir of the pod'],
  ['path', 'the path of the file in the volume'],
] as const;

const ENV_FROM = [
  ['configMapRef', 'ConfigMap'],
  ['secretRef', 'Secret'],
] as const;

/**
 * Reports whether an update leaves a name that only the relaxed rules accept. Then the server applies these to all.
 *
 * Source: `useRelaxedEnvironmentVariableValidation` in `pkg/api/pod/util.go` of Kubernetes.
 */
function keepsRelaxedName(sent: Resource<PodKind>): boolean {
  const stored = sent.stored?.resource;
  if (stored === undefined) return false;
  const kept = new Set(variableNames(stored));
  return variableNames(sent).some(
    (name) =>
      kept.has(name) &&
      variableNameProblem(name, false) !== undefined &&
      variableNameProblem(name, true) === undefined,
  );
}

/** The names of variables in the containers of a pod, and the prefixes of names, without empty ones. */
function variableNames(resource: Resource<PodKind>): readonly string[] {
  return podOf(resource)
    .containers.flatMap(({ field: { value } }) => [
      ...(value?.env ?? []).map(({ name = '' }) => name),
      ...(value?.envFrom ?? []).map(({ prefix = '' }) => prefix),
    ])
    .filter((name) => name !== '');
}
