import { count } from '../../../report/phrases.ts';
import { documentKey } from '../../../result/document-key.ts';
import type { Finding } from '../../../result/finding.ts';
import type { Document, Path, Span } from '../../../yaml/index.ts';
import type { FileRange, IndexedObject } from '../index/folder-index.ts';
import type { ServiceContext } from '../service-context.ts';
import { type OpenText, spanOf, type TextObject } from '../text/open-text.ts';
import { resourcesIn } from '../text/text-resources.ts';
import { matchedObjects } from './matched-objects.ts';
import { selectedPods } from './selected-pods.ts';

/** A line that an editor shows above a part of a text. */
interface ObjectLens {
  readonly span: Span;
  readonly title: string;
  /** The places that a click on it shows. */
  readonly places: readonly NamedPlace[];
  /** The test files that a click on it runs. */
  readonly tests: readonly string[];
}

/** A place in a file, with a name for a list. */
export interface NamedPlace {
  readonly title: string;
  readonly range: FileRange;
}

/** The text for which lenses are made, as a report knows it. */
interface ReportedText {
  readonly file: string;
  /** The findings of the last report on the folder. */
  readonly findings: readonly Finding[];
}

/**
 * The relations of the objects of a text to others of the folder: pods that are selected, objects that a policy or
 * webhook matches, objects that a policy denies, tests of a policy.
 */
export function objectLenses(
  text: OpenText,
  reported: ReportedText,
  context: ServiceContext,
): readonly ObjectLens[] {
  return [
    ...text.objects.flatMap((object) => podLenses(object, context)),
    ...matchLenses(text, context),
    ...policyLenses(text, reported, context),
  ];
}

function podLenses(object: TextObject, { index }: ServiceContext): readonly ObjectLens[] {
  const selected = selectedPods(object, index);
  if (selected === undefined) return [];
  const span = lineOf(object.document, [...object.path, ...selected.field]) ?? spanOf(object);
  const { objects } = selected;
  const pods = objects.filter(({ kind }) => kind === 'Pod').length;
  const workloads = objects.filter(({ kind }) => kind !== 'Pod');
  const [only] = workloads;
  const parts = [
    ...(pods === 0 ? [] : [count(pods, 'pod')]),
    ...(only === undefined
      ? []
      : workloads.length === 1
        ? [`the pods of ${only.kind} ${only.name}`]
        : [`the pods of ${workloads.length} workloads`]),
  ];
  const title =
    parts.length === 0 ? 'selects no pods of this folder' : `selects ${parts.join(' and ')}`;
  return [{ span, title, places: objects.map(placeOf), tests: [] }];
}

function matchLenses(text: OpenText, context: ServiceContext): readonly ObjectLens[] {
  return resourcesIn(text, context.minor).flatMap((resource) =>
    matchedObjects(resource, context).flatMap(({ field, objects }) => {
      const { document, path } = resource.origin;
      const span = lineOf(document, [...path, ...field]);
      if (span === undefined) return [];
      const title = `matches ${count(objects.length, 'object')} of this folder`;
      return [{ span, title, places: objects.map(placeOf), tests: [] }];
    }),
  );
}

const POLICIES = new Set(['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']);

/** The objects that policies deny, and the tests of policies. */
function policyLenses(
  text: OpenText,
  { file, findings }: ReportedText,
  { index }: ServiceContext,
): readonly ObjectLens[] {
  const policies = text.objects.filter(({ kind }) => POLICIES.has(kind));
  if (policies.length === 0) return [];
  const denials = findings.filter(({ rule }) => rule === 'decision/denied');
  const tests = index.testsOf(file);
  return policies.flatMap((policy): readonly ObjectLens[] => {
    const span = spanOf(policy);
    const { line, endLine } = text.lines.range(span);
    const own = denials.filter(({ related }) =>
      related.some((one) => one.file === file && line <= one.line && one.line <= endLine),
    );
    const denied = [...new Map(own.map((one) => [documentKey(one), one])).values()];
    return [
      ...(denied.length === 0
        ? []
        : [
            {
              span,
              title: `denied ${denied.length}`,
              places: denied.map(placeOfFinding),
              tests: [],
            },
          ]),
      ...(tests.length === 0 ? [] : [{ span, title: 'run kubeadmit test', places: [], tests }]),
    ];
  });
}

/** The key of a field, or an item of a list. Undefined if the text does not have it. */
function lineOf(document: Document, path: Path): Span | undefined {
  const spans = document.locate(path);
  return spans?.key ?? spans?.value;
}

function placeOf({ kind, name, range }: IndexedObject): NamedPlace {
  return { title: `${kind} ${name} (${range.file})`, range };
}

function placeOfFinding(finding: Finding): NamedPlace {
  return { title: `${finding.file}:${finding.line}`, range: finding };
}
