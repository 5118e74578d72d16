// Writes integrations/ from what `kubeadmit init` writes into repositories.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationFiles } from './integration-files.ts';

const folder = join(import.meta.dirname, '../../integrations');
mkdirSync(folder, { recursive: true });
for (const [name, text] of integrationFiles()) writeFileSync(join(folder, name), text);
