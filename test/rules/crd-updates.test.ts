import {
  addedInUpdate,
  overlookedInUpdate,
} from '../../src/analysis/updates/custom-resource-definition.ts';
import { testUpdates, updatePairs } from './update-pairs.ts';

/** Whether rules are compiled, and what they cost, is not judged here. */
const ABOUT_EXPRESSIONS = /crd-update-(cel-env|cost)-ratchet/;

const pairs = updatePairs(
  ({ folder, row }) => folder === 'customresourcedefinition' && !ABOUT_EXPRESSIONS.test(row),
);

testUpdates(pairs, { kinds: ['CustomResourceDefinition'], overlookedInUpdate, addedInUpdate });
