// Writes rules/index.ts from the files of the folder.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_FOLDER, readRules, renderIndex } from './rule-files.ts';

writeFileSync(join(RULES_FOLDER, 'index.ts'), renderIndex(await readRules()));
