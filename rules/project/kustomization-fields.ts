import { nearestName } from '../../src/result/suggestion.ts';
import { locationAt } from '../../src/rule/location.ts';
import { defineRule } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/problem.ts';
import { incompleteEntriesOf } from '../../src/sources/project/kustomize/incomplete-entries.ts';
import { faultsOf } from '../../src/sources/project/kustomize/kustomization-faults.ts';
import { isMapping, type Path } from '../../src/yaml/index.ts';

/** The reason for the lack of examples. */
const withoutExample = 'an example is a manifest; fixtures/installations has kustomizations';

/** Fields whose names users shorten. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([['tag', 'newTag']]);

export default defineRule({
  id: 'project/kustomization-fields',
  on: 'kustomization',
  severity: 'warning',
  summary: 'A kustomization has only fields that kustomize knows.',
  details: `
\`kustomize build\` and \`kubectl kustomize\` fail if \`kustomization.yaml\` has an unknown field, such as \`resource\` instead of
\`resources\`, or a value of another type, such as a number as the value of a label. Upper and lower case of the names make no
difference. The fields are compared with those that any version of kustomize has had.

They also fail if a required field is absent: a patch needs \`path\` or \`patch\`, a replacement needs a source and targets,
and a generator needs a name. The literals of a generator are of the form \`key=value\`, and no key is given twice. Nor can two
generators make an object of one name, unless the \`behavior\` of the second is \`merge\` or \`replace\`. A kustomization without
any field, with another \`kind\` or \`apiVersion\`, or with an unknown \`sortOptions.order\` cannot be built either.

The group, version, kind, name and namespace of the target of a patch must be regular expressions. A variable in \`vars\` needs the
apiVersion, kind and name of an object, and a name that no other variable has.

A name in \`replicas\` must be that of a Deployment, ReplicaSet, ReplicationController or StatefulSet of the kustomization, and a selector of
a target must be one that kustomize can read.

A component is listed in \`components\`, any other folder in \`resources\`. A kustomization cannot include itself, a folder around it, or
the same object twice under one name. Each object in its files needs a \`metadata.name\`: a \`generateName\`, which the server accepts, is not
enough.
`,
  reference: 'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/',
  messages: {
    unknown: {
      text: "unknown field '{name}', so kustomize build fails",
      help: 'remove it',
      withoutExample,
    },
    misspelled: {
      text: "unknown field '{name}', so kustomize build fails; did you mean {meant}?",
      help: 'use {meant}',
      withoutExample,
    },
    type: {
      text: '{name} must be {expected}, so kustomize build fails',
      help: 'use {expected}',
      withoutExample,
    },
    string: {
      text: '{name} must be a string, so kustomize build fails',
      help: 'quote it if it is a number, true or false',
      withoutExample,
    },
    incomplete: {
      text: '{problem}, so kustomize build fails',
      help: 'correct the entry, or remove it',
      withoutExample,
    },
  },
  examples: { bad: [], good: [] },
  check({ origin, value, refused }, { report }) {
    for (const fault of isMapping(value) ? faultsOf(value) : []) {
      const { path } = fault;
      const name = decoderPath(path);
      if (fault.kind === 'unknown') reportUnknown(path, fault.known);
      else if (fault.expected === 'a string') {
        report({ message: 'string', at: locationAt(origin, path, null), values: { name } });
      } else {
        const values = { name, expected: fault.expected };
        report({ message: 'type', at: locationAt(origin, path, null), values });
      }
    }
    for (const { path, problem } of [...incompleteEntriesOf(value), ...refused]) {
      report({ message: 'incomplete', at: locationAt(origin, path, null), values: { problem } });
    }

    function reportUnknown(path: Path, known: readonly string[]): void {
      const at = locationAt(origin, path, null, 'key');
      const name = String(path.at(-1));
      const short = ABBREVIATIONS.get(name);
      const meant = short !== undefined && known.includes(short) ? short : nearestName(name, known);
      if (meant === undefined) report({ message: 'unknown', at, values: { name } });
      else report({ message: 'misspelled', at, values: { name, meant } });
    }
  },
});
