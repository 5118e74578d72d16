import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import type { Implementations } from '../evaluate/implementations.ts';
import { cidrImplementations } from '../evaluate/libraries/cidr.ts';
import { IP_IMPLEMENTATIONS } from '../evaluate/libraries/ip.ts';
import { JSON_PATCH_IMPLEMENTATIONS } from '../evaluate/libraries/json-patch.ts';
import { QUANTITY_IMPLEMENTATIONS } from '../evaluate/libraries/quantity.ts';
import { SEMVER_IMPLEMENTATIONS } from '../evaluate/libraries/semver.ts';
import { urlImplementations } from '../evaluate/libraries/url.ts';

/** What the functions of libraries do in a minor. */
export function libraryImplementations(minor: Minor): Implementations {
  return {
    ...urlImplementations({ strictColons: false }),
    ...QUANTITY_IMPLEMENTATIONS,
    ...IP_IMPLEMENTATIONS,
    ...cidrImplementations({ comparesFirstAddress: holdsIn({ until: '1.31' }, minor) }),
    ...SEMVER_IMPLEMENTATIONS,
    ...JSON_PATCH_IMPLEMENTATIONS,
  };
}
