import { join } from 'node:path';
import { entriesOf } from '../../disk/folder-entries.ts';
import { MANIFEST_ENDING } from '../../walk.ts';

/** The most entries of a chart that are searched for files that its templates read. */
const MOST_ENTRIES = 2000;

/** The manifests of a chart that are none of its templates, as absolute paths. */
export function chartData(folder: string): readonly string[] {
  const open = [folder];
  const data: string[] = [];
  let left = MOST_ENTRIES;
  for (const one of open) {
    for (const { name, kind } of entriesOf(one)) {
      if (--left < 0) return data;
      const isOwn = one !== folder || !['charts', 'ci', 'templates'].includes(name);
      if (kind === 'folder' && isOwn) open.push(join(one, name));
      else if (kind === 'file' && MANIFEST_ENDING.test(name)) data.push(join(one, name));
    }
  }
  return data;
}
