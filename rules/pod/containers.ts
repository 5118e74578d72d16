import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import { LABEL_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { suggestName } from '../../src/analysis/metadata/names.ts';
import { POD_KINDS, type PodContainer, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { trimSpace } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { dns1123LabelProblems } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'pod/containers',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'A pod has containers, each with an image and a name of its own.',
  details: `
A pod needs at least one item of \`containers\`. Each container has an \`image\` and a \`name\`, which is a DNS label: at most 63
lowercase letters, digits and \`-\`. The names of \`containers\`, \`initContainers\` and \`ephemeralContainers\` must differ from each
other, because logs, commands and statistics are about a container of a pod by its name.

In a Pod, an image must not have spaces around it. In the template of a workload the API server accepts them, but not the Pods
that are made from it.
`,
  reference: 'https://kubernetes.io/docs/concepts/containers/',
  messages: {
    none: {
      text: 'the pod has no containers',
      help: 'add an item with name and image to containers',
      cause: 'FieldValueRequired',
      rows: ['pod-no-containers'],
    },
    required: {
      text: 'the container has no {field}',
      help: 'write the {field} of the container',
      cause: 'FieldValueRequired',
      rows: ['pod-container-name-required', 'pod-container-image-required'],
    },
    name: {
      text: "'{name}' cannot be the name of a container: {problem}",
      help: 'use a name such as {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['pod-container-name-format'],
    },
    duplicate: {
      text: "the pod has another container with the name '{name}'",
      help: 'give each container of the pod a name of its own',
      cause: 'FieldValueDuplicate',
      rows: ['pod-container-name-duplicate'],
    },
    image: {
      text: "the image '{image}' has white space around it",
      help: 'remove the white space',
      cause: 'FieldValueInvalid',
      rows: ['pod-container-image-space'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: []
          #           ^^ expect: none
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          initContainers:
            - name: web
              #     ^^^ expect: duplicate
              image: "busybox "
              #      ^^^^^^^^^^ expect: image
          containers:
            - image: nginx # expect: required
            - name: Web_Server
              #     ^^^^^^^^^^ expect: name
              image: nginx
            - name: web
              image: nginx
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          initContainers:
            - { name: prepare, image: busybox }
          containers:
            - { name: web, image: nginx }
            - { name: logs, image: fluent-bit }
      `,
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    const { isTemplate, spec, containers } = pod;
    const list = spec.get('containers');
    if (isEmptyList(list)) report({ message: 'none', at: list });
    for (const { field, list: listName } of containers) {
      const name = field.get('name');
      if (isEmptyText(name)) report({ message: 'required', at: name, values: { field: 'name' } });
      const { value = '' } = name;
      const [problem] = value === '' ? [] : dns1123LabelProblems(value);
      if (problem !== undefined) {
        const suggestion = suggestName(value, '-');
        report({
          message: 'name',
          at: name,
          values: { name: value, problem: LABEL_PROBLEMS[problem], suggestion },
        });
      }
      const image = field.get('image');
      if (isEmptyText(image)) {
        report({ message: 'required', at: image, values: { field: 'image' } });
      }
      const isOfPod = !isTemplate || listName === 'ephemeralContainers';
      if (isOfPod && image.value !== undefined && trimSpace(image.value) !== image.value) {
        report({ message: 'image', at: image, values: { image: image.value } });
      }
    }
    for (const { field } of duplicates(containers)) {
      const name = field.get('name');
      report({ message: 'duplicate', at: name, values: { name: name.value ?? '' } });
    }
  },
});

/** The containers with the name of an earlier one. The server only counts an empty name of an init container later. */
function duplicates(containers: readonly PodContainer[]): readonly PodContainer[] {
  const names = new Set<string>();
  const isNamelessInit = ({ field, list }: PodContainer): boolean =>
    list === 'initContainers' && !field.get('name').value;
  const addsEmptyName = containers.some(isNamelessInit);
  return containers.filter((container) => {
    const { value: name = '' } = container.field.get('name');
    const isLate = container.list === 'ephemeralContainers' && name === '' && addsEmptyName;
    const isKnown = names.has(name) || isLate;
    if (!isNamelessInit(container)) names.add(name);
    return isKnown;
  });
}
