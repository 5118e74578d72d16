import { FIXED_IN_WORKLOADS, fixedFieldsOfKind } from '../../analysis/updates/fixed-fields.ts';
import { resolveKind } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { type Path, type Span, type Value, valueAt } from '../../yaml/index.ts';
import { kindsNamedAt } from './navigation/named-kinds.ts';
import { objectsNamedAt, partsAt } from './navigation/navigation.ts';
import { hasKnownKind, shapeOfObject } from './object-shape.ts';
import type { ServiceContext } from './service-context.ts';
import { CANNOT_CHANGE, type FieldDescription, shapeAt } from './shape.ts';
import { cursorAt } from './text/cursor.ts';
import type { OpenText, TextObject } from './text/open-text.ts';

/** The description of a place of a text, as Markdown. */
export interface HoverText {
  readonly markdown: string;
  readonly span: Span;
}

const UNKNOWN_KIND =
  'no CRD of the folder defines this kind, so its own fields are not known; `kubeadmit crds add` adds CRDs';

/** The field around an offset, or the object that it names. */
export function fieldHover(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): HoverText | undefined {
  const { minor, customKinds } = context;
  const object = text.objectAt(offset);
  if (object === undefined) return undefined;
  const { path, side, span } = cursorAt(object.document, offset);
  const field = path.slice(object.path.length);
  if (field.length === 0) return undefined;
  // Most of the text of a mapping or a list is spaces, or belongs to what is in it.
  const isDescribed = side === 'key' || !isCollection(valueAt(object.value, field));
  const root = shapeOfObject(object, context);
  const shape = isDescribed ? shapeAt(root, field) : undefined;
  const isKind = side === 'value' && field.length === 1 && field[0] === 'kind';
  const purpose = (isKind ? root.text : undefined) ?? shape?.text;
  const notes = [
    ...(shape?.notes ?? []),
    ...(isFixed(object, field, minor) ? [CANNOT_CHANGE] : []),
    ...(isKind && !hasKnownKind(object, context) ? [UNKNOWN_KIND] : []),
  ];
  const lines = [
    ...namedLines(text, offset, context),
    ...kindsNamedAt(object, field, minor, customKinds),
    ...(shape === undefined ? [] : describe(nameOf(field), { ...shape, text: purpose, notes })),
  ];
  return lines.length === 0 ? undefined : { markdown: lines.join('\n\n'), span };
}

/** Reports whether the server refuses each change of a field of an object that it has. */
function isFixed({ apiVersion, kind }: TextObject, field: Path, minor: Minor): boolean {
  if (resolveKind(apiVersion, kind, minor).outcome !== 'served') return false;
  const paths = [
    ...fixedFieldsOfKind(kind, apiVersion, minor).map(({ path }) => path),
    ...(isWorkload(kind) ? FIXED_IN_WORKLOADS[kind].map((name) => ['spec', name]) : []),
  ];
  return paths.some((path) => path.join() === field.join());
}

function isWorkload(kind: string): kind is keyof typeof FIXED_IN_WORKLOADS {
  return Object.hasOwn(FIXED_IN_WORKLOADS, kind);
}

function isCollection(value: Value | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

/** The most objects that are listed: a selector can select the pods of many. */
const MOST_LISTED = 10;

/** The objects, or the parts of objects, that a value names, or that a selector selects. */
function namedLines(text: OpenText, offset: number, { index }: ServiceContext): readonly string[] {
  const named = objectsNamedAt(text, offset, index);
  const others = named.length - MOST_LISTED;
  return [
    ...named
      .slice(0, MOST_LISTED)
      .map(
        ({ kind, name, namespace, range }) =>
          `${kind} \`${namespace === '' ? '' : `${namespace}/`}${name}\` in ${range.file}:${range.line}`,
      ),
    ...(others > 0 ? [`and ${others} more`] : []),
    ...partsAt(text, offset, index).map(
      ({ name, detail, range }) =>
        `\`${name}\`${detail === '' ? '' : `: \`${detail}\``} in ${range.file}:${range.line}`,
    ),
  ];
}

/** The name of a field; of an item of a list, the name of the list. */
export function nameOf(field: Path): string {
  return String(field.findLast((step) => typeof step === 'string'));
}

/** A field in words: each item is a paragraph. */
export function describe(name: string, field: FieldDescription): readonly string[] {
  const { since, until } = field.minors ?? {};
  const facts = [
    ...(field.isRequired ? ['required'] : []),
    ...(field.default === undefined ? [] : [`default: \`${field.default}\``]),
    ...(field.allowed.length === 0 || field.type === 'boolean'
      ? []
      : [`one of: ${field.allowed.map((value) => `\`${value}\``).join(', ')}`]),
    ...field.notes,
    ...(since === undefined ? [] : [`since Kubernetes ${since}`]),
    ...(until === undefined ? [] : [`until Kubernetes ${until}`]),
  ];
  return [
    `**${name}**: ${field.type}`,
    ...(field.text === undefined ? [] : [field.text]),
    ...(facts.length === 0 ? [] : [facts.map((fact) => `- ${fact}`).join('\n')]),
  ];
}
