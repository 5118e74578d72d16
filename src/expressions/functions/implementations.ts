import { extendedListImplementations } from '../../cel/evaluate/extensions/extended-lists.ts';
import { SET_IMPLEMENTATIONS } from '../../cel/evaluate/extensions/sets.ts';
import { stringImplementations } from '../../cel/evaluate/extensions/strings.ts';
import { TWO_VARIABLE_IMPLEMENTATIONS } from '../../cel/evaluate/extensions/two-variables.ts';
import type { Implementation, Implementations } from '../../cel/evaluate/implementations.ts';
import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
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
    holdsIn({ since: '1.32' }, minor) || place === 'crd' || place === 'crd-message';
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
  const strictColons = holdsIn({ since: '1.36' }, minor);
  const isOldSearch = holdsIn({ until: '1.31' }, minor);
  return {
    ...authorizerImplementations(),
    ...urlImplementations({ strictColons }),
    ...REGEX_IMPLEMENTATIONS,
    ...kubernetesListImplementations(),
    ...QUANTITY_IMPLEMENTATIONS,
    ...stringImplementations({
      searchBeyondEnd: isOldSearch ? 'error' : 'not-found',
      skipsLongerText: holdsIn({ since: '1.34' }, minor),
      exponentGap: holdsIn({ until: '1.32' }, minor) ? '\u202f' : '',
    }),
    ...SET_IMPLEMENTATIONS,
    ...IP_IMPLEMENTATIONS,
    ...cidrImplementations({ comparesFirstAddress: holdsIn({ until: '1.31' }, minor) }),
    ...formatImplementations({
      strictColons,
      qualifiedNameSubject: holdsIn({ until: '1.34' }, minor)
        ? 'a qualified name'
        : 'a valid label key',
      lengthUnit: holdsIn({ until: '1.34' }, minor) ? 'characters' : 'bytes',
    }),
    ...TWO_VARIABLE_IMPLEMENTATIONS,
    ...SEMVER_IMPLEMENTATIONS,
    ...extendedListImplementations(),
    ...JSON_PATCH_IMPLEMENTATIONS,
  };
}
