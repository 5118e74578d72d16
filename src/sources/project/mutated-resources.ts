import { isMapping, type Mapping, mappingsIn, stringsIn, type Value } from '../../yaml/index.ts';

/** A rule of a webhook matches fewer resources; more would need much memory. */
const MOST_MATCHED = 10_000;

/**
 * The custom resources that webhooks of a MutatingWebhookConfiguration may change before they are created:
 * `plural.group`, with the plural `*` for all of a group. A webhook for all groups is not for certain custom resources,
 * and counts for none.
 */
export function resourcesMutatedBy(object: Value): readonly string[] {
  return mappingsIn(isMapping(object) ? object.webhooks : undefined).flatMap(
    ({ name, clientConfig, rules }) => {
      if (rules !== undefined) return mappingsIn(rules).flatMap(resourcesOf);
      // A controller writes the rules later, as those of Knative and Tekton do.
      return isMapping(clientConfig) ? domainsAround(name).map((group) => `*.${group}`) : [];
    },
  );
}

const DEFINES = /^kind:[ \t]*MutatingWebhookConfiguration\b/m;

/**
 * A line with a list of a rule in the text of a template, `resources: [sets]`, or before one with an item on each line.
 */
const LIST = /^[ \t-]+(apiGroups|resources):(.*)$/;

const ITEM = /^[ \t]*-[ \t]*["']?[\w.*/-]+["']?\r?$/;

const NAME = /[\w.*/][\w.*/-]*/g;

/** The same for the text of a chart template, which only Helm can read. Which rule has which list is not known. */
export function resourcesMutatedInTemplate(text: string): readonly string[] {
  if (!DEFINES.test(text)) return [];
  const lists = { apiGroups: new Set<string>(), resources: new Set<string>() };
  let list: Set<string> | undefined;
  for (const line of text.split('\n')) {
    const [, key, inline = ''] = LIST.exec(line) ?? [];
    if (key === 'apiGroups' || key === 'resources') list = lists[key];
    else if (!ITEM.test(line)) list = undefined;
    for (const name of (key === undefined ? line : inline).match(NAME) ?? []) list?.add(name);
  }
  const { apiGroups, resources } = lists;
  return resourcesOf({
    apiGroups: [...apiGroups],
    operations: ['CREATE'],
    resources: [...resources],
  });
}

function resourcesOf({ apiGroups, operations, resources }: Mapping): readonly string[] {
  if (!stringsIn(operations).some((one) => one === 'CREATE' || one === '*')) return [];
  const groups = stringsIn(apiGroups).filter((group) => group !== '*');
  const plurals = stringsIn(resources).map((plural) => plural.replace('*/*', '*'));
  if (groups.length * plurals.length > MOST_MATCHED) return [];
  return groups.flatMap((group) => plurals.map((plural) => `${plural}.${group}`));
}

/** The domains that contain a name: `serving.knative.dev` and `knative.dev` for `webhook.serving.knative.dev`. */
function domainsAround(name: Value | undefined): readonly string[] {
  const labels = typeof name === 'string' ? name.split('.') : [];
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}
