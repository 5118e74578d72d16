import { ADMISSION_KINDS, POLICY_KINDS } from '../../../src/analysis/admission/policy-kinds.ts';
import type { Random } from '../random.ts';
import {
  API_GROUPS,
  API_VERSIONS,
  CONDITION_NAMES,
  Literal,
  OPERATIONS,
  PORTS,
  RESOURCES,
  SCOPES,
  SERVICE_NAMES,
  SERVICE_PATHS,
  TIMEOUTS,
  URL_CHARACTERS,
  URLS,
  VALIDATION_ACTIONS,
  type Value,
  WRONG_TYPES,
} from './values.ts';

/** A JSON object that mutations change in place. */
export type Manifest = { [key: string]: Value };

export function isManifest(value: Value | undefined): value is Manifest {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof Literal);
}

/** The fields that some rules are about, which are mutated together. */
export interface Family {
  readonly kinds: readonly string[];
  /** The number of mutants of this family in a hundred. */
  readonly share: number;
  /** Changes a manifest. Undefined if it lacks the fields of the family. */
  mutate(manifest: Manifest, random: Random): string | undefined;
  /** The paths that the family is about; a mutant refused for anything else is thrown away. */
  readonly about: RegExp;
}

const WEBHOOK_KINDS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'] as const;

export const FAMILIES: Readonly<Record<string, Family>> = {
  'client-config': {
    share: 26,
    kinds: [...WEBHOOK_KINDS, 'CustomResourceDefinition'],
    about: /(^|\.)clientConfig\b|webhookClientConfig\b/,
    mutate(manifest, random) {
      const owners = [
        ...objectsAt(manifest, 'webhooks'),
        ...objectAt(objectAt(manifest, 'spec')[0], 'conversion')
          .filter(({ strategy }) => strategy === 'Webhook')
          .flatMap((conversion) => objectAt(conversion, 'webhook')),
      ];
      const owner = pickOr(owners, random);
      return owner && mutateClientConfig(owner, random);
    },
  },
  timeout: {
    share: 10,
    kinds: WEBHOOK_KINDS,
    about: /\.timeoutSeconds$/,
    mutate(manifest, random) {
      const webhook = pickOr(objectsAt(manifest, 'webhooks'), random);
      if (webhook === undefined) return undefined;
      if (random.chance(0.03)) return remove(webhook, 'timeoutSeconds');
      return put(webhook, 'timeoutSeconds', random.pick(TIMEOUTS));
    },
  },
  rules: {
    share: 22,
    kinds: [...WEBHOOK_KINDS, ...ADMISSION_KINDS],
    about: /\.(operations|apiGroups|apiVersions|resources|scope)(\[\d+\])?$/,
    mutate(manifest, random) {
      const spec = objectAt(manifest, 'spec')[0];
      const matches = [...objectAt(spec, 'matchConstraints'), ...objectAt(spec, 'matchResources')];
      const rules = [
        ...objectsAt(manifest, 'webhooks').flatMap((webhook) => objectsAt(webhook, 'rules')),
        ...matches.flatMap((match) => [
          ...objectsAt(match, 'resourceRules'),
          ...objectsAt(match, 'excludeResourceRules'),
        ]),
      ];
      const rule = pickOr(rules, random);
      return rule && mutateRule(rule, random);
    },
  },
  'match-conditions': {
    share: 18,
    kinds: [...WEBHOOK_KINDS, ...POLICY_KINDS],
    about: /\.matchConditions(\[\d+\]\.(name|expression))?$/,
    mutate(manifest, random) {
      const owner = pickOr(
        [...objectsAt(manifest, 'webhooks'), ...objectAt(manifest, 'spec')],
        random,
      );
      return owner && mutateMatchConditions(owner, random);
    },
  },
  'validation-actions': {
    share: 10,
    kinds: ['ValidatingAdmissionPolicyBinding'],
    about: /^spec\.validationActions\b/,
    mutate(manifest, random) {
      const spec = objectAt(manifest, 'spec')[0];
      return spec && mutateList(spec, 'validationActions', VALIDATION_ACTIONS, 3, random);
    },
  },
  'storage-version': {
    share: 14,
    kinds: ['CustomResourceDefinition'],
    about: /^(spec\.versions|status\.storedVersions)$/,
    mutate(manifest, random) {
      const spec = objectAt(manifest, 'spec')[0];
      return spec && mutateVersions(spec, random);
    },
  },
};

function mutateClientConfig(owner: Manifest, random: Random): string {
  const config = objectAt(owner, 'clientConfig')[0] ?? {};
  if (random.chance(0.04)) return put(owner, 'clientConfig', random.pick([null, {}, '', []]));
  owner.clientConfig = config;
  if (random.chance(0.5)) {
    const alone = random.chance(0.85) ? remove(config, 'service') : 'service kept';
    return `${alone}, ${put(config, 'url', random.chance(0.08) ? null : mutatedUrl(random))}`;
  }
  const alone = random.chance(0.9) ? remove(config, 'url') : 'url kept';
  if (random.chance(0.06)) {
    return `${alone}, ${put(config, 'service', random.pick([null, {}, '', []]))}`;
  }
  const service = { ...(objectAt(config, 'service')[0] ?? { name: 'hooks', namespace: 'shop' }) };
  config.service = service;
  const changes = random.draw(['name', 'namespace', 'port', 'path', 'path'], 1 + random.below(2));
  return [
    alone,
    ...changes.map((name) => {
      if (random.chance(0.05)) return remove(service, name);
      if (name === 'port') return put(service, name, random.pick(PORTS));
      return put(service, name, random.pick(name === 'path' ? SERVICE_PATHS : SERVICE_NAMES));
    }),
  ].join(', ');
}

function mutatedUrl(random: Random): string {
  const url = random.pick(URLS);
  if (random.chance(0.65)) return url;
  const at = random.below(url.length + 1);
  const rest = random.chance(0.5) ? at : at + 1;
  return url.slice(0, at) + random.pick(URL_CHARACTERS) + url.slice(rest);
}

function mutateRule(rule: Manifest, random: Random): string {
  const changes = 1 + random.below(2);
  return Array.from({ length: changes }, () => {
    switch (random.below(6)) {
      case 0:
        return mutateList(rule, 'operations', OPERATIONS, 3, random);
      case 1:
        return mutateList(rule, 'apiGroups', API_GROUPS, 2, random);
      case 2:
        return mutateList(rule, 'apiVersions', API_VERSIONS, 2, random);
      case 3:
        return random.chance(0.1) ? remove(rule, 'scope') : put(rule, 'scope', random.pick(SCOPES));
      default:
        return mutateList(rule, 'resources', RESOURCES, 4, random);
    }
  }).join(', ');
}

function mutateMatchConditions(owner: Manifest, random: Random): string {
  if (random.chance(0.04)) {
    return put(owner, 'matchConditions', random.pick([null, [], {}, '', [null], [{}]]));
  }
  if (random.chance(0.07)) {
    const count = 63 + random.below(4);
    const conditions = Array.from({ length: count }, (_, i) => condition(`c${i}`));
    const spoilt = random.below(count);
    if (random.chance(0.5)) conditions[spoilt] = condition(random.pick(CONDITION_NAMES));
    owner.matchConditions = conditions;
    return `${count} matchConditions`;
  }
  const names = random
    .draw(CONDITION_NAMES, 1 + random.below(3))
    .map((name, i) => (random.chance(0.4) ? `c${i}` : name));
  const twice = random.chance(0.3) ? [...names, random.pick(names)] : names;
  const conditions = twice.map((name) => condition(name));
  if (random.chance(0.08)) {
    const [first] = conditions;
    if (first !== undefined) remove(first, 'name');
  }
  return put(owner, 'matchConditions', conditions);
}

function condition(name: Value): Manifest {
  return { name, expression: 'true' };
}

function mutateVersions(spec: Manifest, random: Random): string {
  const [first] = objectsAt(spec, 'versions');
  if (first === undefined) return 'no versions';
  if (random.chance(0.05)) return put(spec, 'versions', random.pick([null, [], {}, [null]]));
  const names = ['v1', 'v1beta1', 'v2', 'v2alpha1', 'v3'];
  const versions = Array.from({ length: 1 + random.below(4) }, (_, i): Manifest => {
    const version: Manifest = { ...first, name: names[i] ?? 'v4' };
    for (const flag of ['served', 'storage']) {
      if (random.chance(0.1)) remove(version, flag);
      else
        version[flag] = random.pick<Value>([true, true, true, false, false, false, null, 'true']);
      if (version[flag] === 'true' && random.chance(0.7)) version[flag] = true;
    }
    return version;
  });
  spec.versions = versions;
  const flags = versions.map(({ served, storage }) => `${served}/${storage}`);
  return `versions served/storage ${flags.join(' ')}`;
}

function mutateList(
  owner: Manifest,
  name: string,
  values: readonly Value[],
  longest: number,
  random: Random,
): string {
  if (random.chance(0.04)) return remove(owner, name);
  if (random.chance(0.04)) return put(owner, name, random.pick([null, [], [null]]));
  if (random.chance(0.03)) return put(owner, name, random.pick(WRONG_TYPES));
  return put(owner, name, random.draw(values, 1 + random.below(longest)));
}

function put(owner: Manifest, name: string, value: Value): string {
  owner[name] = value;
  return `${name} set`;
}

function remove(owner: Manifest, name: string): string {
  delete owner[name];
  return `${name} absent`;
}

function pickOr<T>(values: readonly T[], random: Random): T | undefined {
  return values.length === 0 ? undefined : random.pick(values);
}

/** The object at a field, in a list of its own; none if there is none. */
function objectAt(owner: Manifest | undefined, name: string): Manifest[] {
  return [owner?.[name]].filter(isManifest);
}

/** The objects in the list at a field. */
function objectsAt(owner: Manifest | undefined, name: string): Manifest[] {
  const value = owner?.[name];
  return Array.isArray(value) ? value.filter(isManifest) : [];
}
