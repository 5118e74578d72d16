import { type Implementations, implement } from '../../cel/evaluate/implementations.ts';
import { costSize, traversal } from '../../cel/values/size.ts';

/**
 * `jsonpatch.escapeKey("a/b")`.
 *
 * Source: `library/jsonpatch.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server.
 */
export const JSON_PATCH_IMPLEMENTATIONS: Implementations = {
  string_jsonpatch_escapeKey_string: implement(
    ['string'],
    (key) => key.replaceAll('~', '~0').replaceAll('/', '~1'),
    ([key = null]) => traversal(costSize(key)),
  ),
};
