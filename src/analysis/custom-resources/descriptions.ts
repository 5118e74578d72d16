import type { CustomResource } from '../../rule/custom-resource.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../server/crd/structural.ts';
import type { Path } from '../../yaml/index.ts';

/** The schema that declares the value at a path of a custom resource. Undefined if no schema declares it. */
export function declaredSchema(
  { schema }: CustomResource,
  path: Path,
): StructuralSchema | undefined {
  let at: StructuralSchema | undefined = schema;
  for (const segment of path) {
    if (at === undefined) return undefined;
    at =
      typeof segment === 'number'
        ? itemSchema(at)
        : (propertySchema(at, segment) ?? mapValueSchema(at));
  }
  return at;
}

/** The text that a help adds about a field: the first sentence of its description in the CRD, if it has one. */
export function aboutField(resource: CustomResource, path: Path): string {
  const sentence = firstSentence(declaredSchema(resource, path)?.description ?? '');
  return sentence === '' ? '' : `; the CRD describes the field: "${sentence}"`;
}

const LONGEST_SENTENCE = 160;

/** The first sentence of a text, on one line and not too long. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n[^\S\n]*\n/);
  const line = paragraph.replace(/\s+/g, ' ');
  const end = /[.!?](?=\s|$)/.exec(line);
  const sentence = end === null ? line : line.slice(0, end.index + 1);
  return sentence.length <= LONGEST_SENTENCE
    ? sentence
    : `${sentence.slice(0, LONGEST_SENTENCE - 1)}…`;
}

/** The name of the value at a path in messages: the name of the field, or of an item of it. */
export function fieldName(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the object';
  return typeof last === 'string' ? last : `item ${last} of ${fieldName(path.slice(0, -1))}`;
}
