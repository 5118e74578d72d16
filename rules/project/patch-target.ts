import { nearestName } from '../../src/result/suggestion.ts';
import { defineRule } from '../../src/rule/rule.ts';
import {
  matchesTarget,
  type PatchCandidate,
  type PatchTarget,
} from '../../src/sources/project/kustomize/patch-target.ts';
import { hasPlaceholder } from '../../src/sources/project/placeholders.ts';

/** The reason for the lack of examples. */
const withoutExample = 'an example is one file; fixtures/installations has several';

export default defineRule({
  id: 'project/patch-target',
  on: 'patch',
  severity: 'error',
  summary: 'Patches of kustomizations have a target, and can be applied to it.',
  details: `
A patch of a kustomization changes objects that its resources and components have. If a strategic merge patch names an object that
none of them has, \`kustomize build\` fails (\`no resource matches strategic merge patch\`), and nothing is applied. The kind, the
group, the version, the name and the namespace must be the same. Prefixes, suffixes and the namespace of the same
kustomization do not count yet; those of the kustomizations that it includes do.

If the patch has a \`target\` that selects no object, \`kustomize build\` ignores the patch without a message.

An operation of a JSON patch fails if its path does not exist in the object: \`remove\` of an absent field, \`replace\` or \`add\`
in an absent mapping or after the end of a list. A \`test\` for a number or a boolean fails if the object does not have this
value. Then \`kustomize build\` fails too. Earlier patches are taken into account.

A replacement fails if its source selects no object or several objects, if this object does not have the field, or if the value
does not have the part with the given \`index\`. It also fails if a target does not have the field and \`create\` is not set. A
variable (\`vars\`) needs an object of the kustomization, too.

A strategic merge patch needs a \`kind\` and a \`metadata.name\`, also if the kustomization names the target, and only one of them can be
in an entry with a target. Its \`$patch\` is \`delete\`, \`merge\` or \`replace\`. A JSON patch is a list of operations, and needs a
target. A text that begins with a bracket must be JSON. An empty patch is only allowed in \`patches\`, with a target.

Nothing is reported if the kustomization may build objects that are not in the input: from remote bases, charts, generators,
transformers, templates, and files that cannot be read. Targets with selectors for labels or annotations
are not reported either.
`,
  reference: 'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/',
  messages: {
    operation: {
      text: 'this operation cannot be applied, so kustomize build fails: {problem}',
      help: 'correct the path, or remove the operation',
      withoutExample,
    },
    replacement: {
      text: 'this replacement cannot be made, so kustomize build fails: {problem}',
      help: 'correct the path, or set create: true in the options of the target',
      withoutExample,
    },
    source: {
      text: 'this replacement cannot be made, so kustomize build fails: {problem}',
      help: 'select exactly one object and a field that it has; with a delimiter, use the index of an existing part',
      withoutExample,
    },
    unreadable: {
      text: 'kustomize cannot read this patch, so kustomize build fails: {problem}',
      help: 'correct the patch, or remove it',
      withoutExample,
    },
    missing: {
      text: 'the kustomization has no {target}, so kustomize build fails',
      help: 'name one of the objects that its resources have, or remove the patch',
      withoutExample,
    },
    misspelled: {
      text: "the kustomization has no {target}, so kustomize build fails; did you mean '{suggestion}'?",
      help: "write '{suggestion}'",
      withoutExample,
    },
    different: {
      text: 'the kustomization has no {target}, so kustomize build fails; it has {found}',
      help: 'name the object as its file does',
      withoutExample,
    },
    unused: {
      text: 'the target selects no object of the kustomization, so kustomize ignores the patch: there is no {target}',
      help: 'select one of the objects that its resources have, or remove the patch',
      severity: 'warning',
      withoutExample,
    },
    unusedMisspelled: {
      text: "the target selects no object of the kustomization, so kustomize ignores the patch: there is no {target}; did you mean '{suggestion}'?",
      help: "write '{suggestion}'",
      severity: 'warning',
      withoutExample,
    },
  },
  examples: { bad: [], good: [] },
  check(patch, { report }) {
    const { at } = patch;
    if (patch.kind !== 'target') {
      report({ message: patch.kind, at, values: { problem: patch.problem } });
      return;
    }
    const { target, isRequired, objects } = patch;
    const { name, labelSelector, annotationSelector } = target;
    if (labelSelector !== undefined || annotationSelector !== undefined) return;
    if (name === '' && isRequired) return;
    if (Object.values(target).some((text) => typeof text === 'string' && hasPlaceholder(text))) {
      return;
    }
    if (objects.some((object) => mayMatch(target, object))) return;
    const wanted = describe(target);
    const sameKind = objects.filter(({ kind }) => kind === target.kind);
    const same = sameKind.find(({ names }) => names.includes(name ?? ''));
    const suggestion =
      name === undefined || same !== undefined
        ? undefined
        : nearestName(
            name,
            sameKind.flatMap(({ names }) => names),
          );
    if (same !== undefined && isRequired) {
      report({ message: 'different', at, values: { target: wanted, found: describeObject(same) } });
    } else if (suggestion !== undefined) {
      const message = isRequired ? 'misspelled' : 'unusedMisspelled';
      report({ message, at, values: { target: wanted, suggestion } });
    } else {
      report({ message: isRequired ? 'missing' : 'unused', at, values: { target: wanted } });
    }
  },
});

/** Reports whether a target matches an object, the name or namespace of which may have a placeholder. */
function mayMatch(target: PatchTarget, object: PatchCandidate): boolean {
  const { names, namespaces } = object;
  const isUnknown = (text: string) => text === '' || hasPlaceholder(text);
  const isOpenName = names.some(isUnknown);
  const isOpenNamespace = namespaces?.some(hasPlaceholder) === true;
  return matchesTarget(
    isOpenName ? { ...target, name: undefined } : target,
    isOpenNamespace ? { ...object, namespaces: undefined } : object,
  );
}

/** The object that a target names: `Deployment 'web' of apps/v1 in the namespace 'shop'`. */
function describe({ group, version, kind, name, namespace }: PatchTarget): string {
  const apiVersion = [group, version].filter((part) => part !== undefined && part !== '').join('/');
  // The name of the source of a replacement is a pattern with escaped dots.
  const written = name?.replaceAll('\\.', '.');
  return (
    (kind || 'object') +
    (written ? ` '${written}'` : '') +
    (apiVersion === '' ? '' : ` of ${apiVersion}`) +
    (namespace ? ` in the namespace '${namespace}'` : '')
  );
}

function describeObject({ kind, names, namespaces, ...of }: PatchCandidate): string {
  const namespace = namespaces?.find((candidate) => candidate !== '' && candidate !== 'default');
  return describe({
    ...of,
    kind,
    name: names.at(-1),
    namespace,
    labelSelector: undefined,
    annotationSelector: undefined,
    isPattern: false,
  });
}
