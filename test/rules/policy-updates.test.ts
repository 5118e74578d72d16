import {
  addedInUpdate,
  overlookedInUpdate,
  POLICY_RESOURCES,
} from '../../src/analysis/updates/policy-resources.ts';
import { testUpdates, updatePairs } from './update-pairs.ts';

const FOLDERS: readonly string[] = [
  'common',
  ...POLICY_RESOURCES.map((kind) => kind.toLowerCase()),
];

testUpdates(
  updatePairs(({ folder }) => FOLDERS.includes(folder)),
  { kinds: POLICY_RESOURCES, overlookedInUpdate, addedInUpdate },
);
