// Writes docs/rules/ from the rules themselves.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadRules } from '../../rules/index.ts';
import { RULES_FOLDER, renderPages } from './rule-files.ts';

const rules = loadRules();

const docs = join(RULES_FOLDER, '../docs');
rmSync(join(docs, 'rules'), { recursive: true, force: true });
for (const [path, text] of renderPages(rules)) {
  mkdirSync(dirname(join(docs, path)), { recursive: true });
  writeFileSync(join(docs, path), text);
}
