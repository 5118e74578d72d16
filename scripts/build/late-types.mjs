/** The name of the entry and of its pack. */
const NAME = 'built-in-types';

/**
 * The table of the types of all built-in kinds that are not validated: a pack of its own, which is loaded when the
 * first object of such a kind is decoded.
 */
export const lateTypes = {
  entry: { name: NAME, path: 'src/server/kubernetes/generated/other-types.mjs', packs: [NAME] },
  plugin: {
    name: 'late-types',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\/generated\/other-types\.mjs$/ }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path, namespace: NAME },
      );
      onLoad({ filter: /.*/, namespace: NAME }, () => ({
        contents: `export function otherTypes() { return loadEntry('${NAME}').otherTypes(); }`,
      }));
    },
  },
};
