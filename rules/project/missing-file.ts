import { defineRule } from '../../src/rule/rule.ts';
import { editDistance } from '../../src/server/kubernetes/edit-distance.ts';

/** The reason for the lack of examples. */
const withoutExample = 'an example is one file; fixtures/installations has several';

export default defineRule({
  id: 'project/missing-file',
  on: 'listed-file',
  severity: 'info',
  summary: 'The files and folders that a kustomization lists exist.',
  details: `
\`kustomize build\` fails if a file or folder is missing that \`kustomization.yaml\` lists: in \`resources\`, \`components\`,
\`patches\`, \`configurations\` and so on. With \`--render\`, \`project/build-failed\` reports the same.

In most repositories such a file is made before the build, by a script, a generator or a tool that decrypts it, and is not under version
control. So this is only information, unless the folder has a file with nearly the same name that the
kustomization does not list. Remote resources, paths outside of the repository and paths with placeholders are not reported, nor are kustomizations in
folders of tests.
`,
  reference: 'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/resource/',
  messages: {
    missing: {
      text: "'{path}' does not exist, so kustomize build fails unless another program creates it first",
      help: 'add the file, or remove the entry',
      withoutExample,
    },
    misspelled: {
      text: "'{path}' does not exist; did you mean '{suggestion}'?",
      help: "write '{suggestion}'",
      severity: 'warning',
      withoutExample,
    },
  },
  examples: { bad: [], good: [] },
  check({ path, at, others }, { report }) {
    const folder = path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
    const name = nameOf(path);
    const similar = others.map(nameOf).find((other) => isMisspelled(name, other));
    if (similar === undefined) report({ message: 'missing', at, values: { path } });
    else {
      report({ message: 'misspelled', at, values: { path, suggestion: `${folder}${similar}` } });
    }
  },
});

function nameOf(path: string): string {
  const whole = path.replace(/\/$/, '');
  return whole.slice(whole.lastIndexOf('/') + 1);
}

/** The fewest characters of a name, and of one that may differ in two of them. */
const [SHORT, LONG] = [4, 8];

/**
 * Reports whether a name is probably a misspelling of another one. Names that differ in their numbers are those of
 * versions, and names that differ in their endings of copies.
 */
function isMisspelled(name: string, other: string): boolean {
  const [stem, otherStem] = [name, other].map((path) => path.replace(/\.[^.]*$/, ''));
  if (stem === undefined || otherStem === undefined || stem.length < SHORT) return false;
  if (stem === otherStem) return /\.ya?ml$/.test(name) && /\.ya?ml$/.test(other);
  const withoutNumbers = (text: string) => text.replace(/\d+/g, '');
  return (
    name.slice(stem.length) === other.slice(otherStem.length) &&
    withoutNumbers(stem) !== withoutNumbers(otherStem) &&
    editDistance(stem, otherStem) <= (stem.length < LONG ? 1 : 2)
  );
}
