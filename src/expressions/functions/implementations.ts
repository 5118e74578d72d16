import { extendedListImplementations } from '../../cel/evaluate/extensions/extended-lists.ts';
import { SET_IMPLEMENTATIONS } from '../../cel/evaluate/extensions/sets.ts';
import { stringImplementations } from '../../cel/evaluate/extensions/strings.ts';
import { TWO_VARIABLE_IMPLEMENTATIONS } from '../../cel/evaluate/extensions/two-variables.ts';
import type { Implementation, Implementations } from '../../cel/evaluate/implementations.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Place } from '../places.ts';
import { authorizerImplementations } from './authorizer.ts';
import { cidrImplementations } from './cidr.ts';
import { formatImplementations } from './format.ts';
import { IP_IMPLEMENTATIONS } from './ip.ts';
import { JSON_PATCH_IMPLEMENTATIONS } from './json-patch.ts';
import { kubernetesListImplementations } from './lists.ts';
import { QUANTITY_IMPLEMENTATIONS } from './quantity.ts';
import { REGEX_IMPLEMENTATIONS } from './regex.ts';
import { SEMVER_IMPLEMENTATIONS } from './semver.ts';
import { urlImplementations } from './url.ts';

/**
 * What the functions of libraries do at a place in a minor; those of the authorizer only say that
 * they do not know. Until 1.31 all
 * calls of functions of Kubernetes cost the same outside of CRDs.
 */
export function libraryImplementations(minor: Minor, place: Place): Implementations {
  const implementations = allImplementations(minor);
  const knowsCosts =
    serverHas('strict-policy-costs', minor) || place === 'crd' || place === 'crd-message';
  if (knowsCosts) return implementations;
  return Object.fromEntries(
    Object.entries(implementations).map(([id, one]) => [
      id,
      one.isCostOfOverload ? one : withoutCost(one),
    ]),
  );
}

function withoutCost({ call }: Implementation): Implementation {
  return { call };
}

function allImplementations(minor: Minor): Implementations {
  const strictColons = serverHas('strict-colons-in-hosts', minor);
  return {
    ...authorizerImplementations(),
    ...urlImplementations({ strictColons }),
    ...REGEX_IMPLEMENTATIONS,
    ...kubernetesListImplementations(),
    ...QUANTITY_IMPLEMENTATIONS,
    ...stringImplementations({
      searchBeyondEnd: serverHas('search-beyond-end', minor) ? 'not-found' : 'error',
      skipsLongerText: serverHas('last-index-of-longer-strings', minor),
      exponentGap: serverHas('exponents-without-spaces', minor) ? '' : '\u202f',
    }),
    ...SET_IMPLEMENTATIONS,
    ...IP_IMPLEMENTATIONS,
    ...cidrImplementations({ comparesFirstAddress: !serverHas('cidr-contains-by-prefix', minor) }),
    ...formatImplementations({
      strictColons,
      qualifiedNameSubject: serverHas('label-key-messages', minor)
        ? 'a valid label key'
        : 'a qualified name',
      lengthUnit: serverHas('label-lengths-in-bytes', minor) ? 'bytes' : 'characters',
    }),
    ...TWO_VARIABLE_IMPLEMENTATIONS,
    ...SEMVER_IMPLEMENTATIONS,
    ...extendedListImplementations(),
    ...JSON_PATCH_IMPLEMENTATIONS,
  };
}
