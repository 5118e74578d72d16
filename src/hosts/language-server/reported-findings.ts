import { indexBy } from '../../base/index-by.ts';
import type { Finding } from '../../result/finding.ts';
import type { FolderReport, Workspace } from './workspace.ts';

/** The findings of reports by file. */
export class ReportedFindings {
  readonly #byFile = new WeakMap<FolderReport, ReadonlyMap<string, readonly Finding[]>>();

  /** The findings in a file. */
  of(workspace: Workspace, report: FolderReport, path: string): readonly Finding[] {
    return this.#filesOf(report).get(workspace.nameOf(path)) ?? [];
  }

  /** The absolute paths of the files with findings. */
  pathsOf(workspace: Workspace, report: FolderReport): readonly string[] {
    return [...this.#filesOf(report).keys()].map((file) => workspace.pathOf(file));
  }

  #filesOf(report: FolderReport): ReadonlyMap<string, readonly Finding[]> {
    let files = this.#byFile.get(report);
    if (files === undefined) {
      const findings = [...(report.report?.findings ?? []), ...report.problems];
      files = indexBy(findings, ({ file }) => [file]);
      this.#byFile.set(report, files);
    }
    return files;
  }
}
