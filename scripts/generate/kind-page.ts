import { allKinds, type KindFacts } from '../../src/server/kubernetes/kinds.ts';
import { MINORS, type MinorRange, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

/** The text of docs/kinds.md: the built-in kinds, with the versions and minors in which the server serves them. */
export function renderKinds(): string {
  const served = allKinds().filter((facts) => servedRows(facts).length > 0);
  const validated = served.filter(({ validated }) => validated);
  return [
    '# Kinds',
    '',
    `The built-in kinds that API servers of Kubernetes ${MINORS[0]} to ${NEWEST_MINOR} serve by default. Others are enabled by flags`,
    '([configuration](configuration.md#flags-of-the-api-server)). [The CRDs of a repository](crds.md) define more.',
    '',
    'Their values are checked as by the server: an object is `accepted` or `rejected`. So are those of the kinds that are off by',
    'default in all minors. Only of `resource.k8s.io/v1alpha2`, which Kubernetes 1.30 serves with flags, values are not checked:',
    'the verdict on an object of this version is `decodes`. A PodSchedulingContext is checked.',
    '',
    ...table(validated),
    '',
  ].join('\n');
}

function table(kinds: readonly KindFacts[]): readonly string[] {
  const rows = kinds
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    .flatMap((facts) =>
      servedRows(facts).map(
        ([apiVersion, minors]) => `| ${facts.kind} | \`${apiVersion}\` | ${minors} |`,
      ),
    );
  return ['| kind | apiVersion | Kubernetes |', '| --- | --- | --- |', ...rows];
}

/** The versions of a kind that some minor serves by default, with the minors. */
function servedRows({ versions }: KindFacts): readonly (readonly [string, string])[] {
  return [...versions].flatMap(([apiVersion, { served }]) =>
    served === undefined ? [] : [[apiVersion, minorsText(served)] as const],
  );
}

function minorsText({ since = MINORS[0], until = NEWEST_MINOR }: MinorRange): string {
  return since === until ? since : `${since} to ${until}`;
}
