import type {
  CustomDefinition,
  CustomVersion,
} from '../../../server/custom-resources/definition.ts';
import { ExampleObjects } from '../../../server/custom-resources/examples/example-objects.ts';
import { allKinds, servedVersions } from '../../../server/kubernetes/kinds.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { Span } from '../../../yaml/index.ts';
import { builtInExample } from '../../example/built-in-examples.ts';
import { exampleText } from '../../example/example-text.ts';
import type { ServiceContext } from '../service-context.ts';
import type { OpenText } from '../text/open-text.ts';
import type { Completion, Completions } from './completion-item.ts';

/** With more custom kinds than these, a word says which ones are meant. */
const MANY_KINDS = 20;

/**
 * Whole objects of all kinds, for a document without other fields.
 *
 * @param indent the spaces before the lines after the first one
 */
export function exampleCompletions(
  { text }: OpenText,
  { start, end }: Span,
  indent: string,
  { minor, customKinds }: ServiceContext,
): Pick<Completions, 'items' | 'isIncomplete'> {
  const builtIn = allKinds().flatMap((facts) =>
    servedVersions(facts, minor).flatMap((apiVersion) => {
      const example = builtInExample(facts, apiVersion);
      return example === undefined ? [] : [exampleItem(facts.kind, apiVersion, example, indent)];
    }),
  );
  // An example is found by trying, which takes its time.
  const word = text.slice(start, end).toLowerCase();
  const isIncomplete = customKinds.length > MANY_KINDS;
  const meant = isIncomplete
    ? customKinds.filter(({ kind }) => word !== '' && kind.toLowerCase().startsWith(word))
    : customKinds;
  const custom = meant.flatMap((definition) =>
    definition.versions
      .filter(({ isServed }) => isServed)
      .flatMap((version) => {
        const example = customExample(definition, version, minor);
        const apiVersion = `${definition.group}/${version.name}`;
        return example === undefined
          ? []
          : [exampleItem(definition.kind, apiVersion, example, indent)];
      }),
  );
  return { items: [...builtIn, ...custom], isIncomplete };
}

const customExamples = new WeakMap<CustomVersion, string | undefined>();

/** A smallest custom resource, which is found once. Undefined if none is found. */
function customExample(
  definition: CustomDefinition,
  version: CustomVersion,
  minor: Minor,
): string | undefined {
  if (!customExamples.has(version)) {
    const object = new ExampleObjects(definition, version, minor).minimal();
    customExamples.set(version, object && exampleText(object));
  }
  return customExamples.get(version);
}

function exampleItem(
  kind: string,
  apiVersion: string,
  example: string,
  indent: string,
): Completion {
  const text = example.replaceAll(/\n(?=.)/g, `\n${indent}`);
  const [before = '', name = ''] = /^(?:.*\n)*? *name: (.*)/.exec(text) ?? [];
  const end = before.length;
  return {
    label: kind,
    kind: 'object',
    detail: `a whole object: ${apiVersion}`,
    insert: text,
    form: { text, blank: { start: end - name.length, end } },
    isFirst: false,
    description: () => `\`\`\`yaml\n${example}\`\`\``,
  };
}
