import { onceForEach } from '../../base/once-for-each.ts';
import { isMapping, type Mapping, mappingIn, type Value } from '../../yaml/index.ts';

const HEAD = ['apiVersion', 'kind', 'metadata'];

/** Reports whether an object has nothing but what identifies and labels it. */
export const hasOnlyHead = (object: Mapping) =>
  Object.keys(object).every((key) => HEAD.includes(key));

/** The kinds of workloads that need a selector. */
const SELECTING = new Set<Value | undefined>(['DaemonSet', 'Deployment', 'StatefulSet']);

/** Reports whether a workload is shown as a patch: neither it nor its template says which pods belong to it. */
export const isPatchOfWorkload = ({ kind, spec }: Mapping) =>
  SELECTING.has(kind) &&
  isMapping(spec) &&
  spec.selector === undefined &&
  isMapping(spec.template) &&
  mappingIn(spec.template, 'metadata').labels === undefined;

/** Reports whether an object is shown as a part: it has no spec, or is a workload without pods. */
const isPartOfObject = (object: Mapping) =>
  hasOnlyHead(object) ||
  (SELECTING.has(object.kind) &&
    isMapping(object.spec) &&
    object.spec.selector === undefined &&
    object.spec.template === undefined);

interface ManifestFile {
  readonly text: string;
  readonly location: string;
}

/** The comments before the first object of a text. */
const FIRST_COMMENTS = /^(?:[ \t\r]*(?:#[^\n]*)?\n|---[ \t\r]*\n)*/;

/** Reports whether a comment at the start of a text says that it is a patch, such as one for `kubectl patch`. */
const isDescribedAsPatch = describedAs(/\bpatch(?:es)?\b/i);

const isCommentedAsPart = describedAs(/\bpartial\b|\bserver-side[- ]appl/i);

function describedAs(words: RegExp) {
  return onceForEach(({ text }: ManifestFile) => words.test(FIRST_COMMENTS.exec(text)?.[0] ?? ''));
}

/**
 * Reports whether an object changes one of a cluster, which has its other fields: the comments at the start of its
 * file say so, or the folder, or it is an addon that a distribution has installed.
 */
export function isShownAsPart(source: ManifestFile, object: Mapping): boolean {
  const { namespace } = mappingIn(object, 'metadata');
  const pod = mappingIn(mappingIn(mappingIn(object, 'spec'), 'template'), 'spec');
  const isOfAddon = namespace === 'kube-system' && pod.containers === undefined;
  return (
    ((isOfAddon || isDescribedAsPatch(source)) && isPatchOfWorkload(object)) ||
    ((isCommentedAsPart(source) || source.location.includes('server-side-apply/')) &&
      isPartOfObject(object))
  );
}
