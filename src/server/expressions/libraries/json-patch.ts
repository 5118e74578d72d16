import { argSize, traversalCost } from '../../../cel/cost/function-cost.ts';
import { trackFirst } from '../../../cel/cost/trackers.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { Library } from '../../../cel/library/library.ts';

/**
 * JSON patches. Source: `library/jsonpatch.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server.
 */
export function jsonPatchLibrary(): Library {
  return {
    name: 'kubernetes.jsonpatch',
    functions: {
      'jsonpatch.escapeKey': {
        string_jsonpatch_escapeKey_string: {
          signature: '(string) -> string',
          binding: implement(['string'], (key) => key.replaceAll('~', '~0').replaceAll('/', '~1')),
          cost: {
            definedBy: 'api-server',
            estimate: (call) => {
              const size = argSize(call, 0);
              return { cost: traversalCost(size), size };
            },
            track: trackFirst,
          },
        },
      },
    },
  };
}
