import { indexBy } from '../../base/index-by.ts';
import type { ShownFinding, ShownReport } from '../shown-report.ts';
import { element, onLines, xmlDocument } from './xml.ts';

/** The version of Checkstyle whose reports these are like. */
const VERSION = '4.3';

/**
 * A report as Checkstyle writes it, which reviewdog and others read.
 *
 * Source:
 * https://github.com/checkstyle/checkstyle/blob/master/src/main/java/com/puppycrawl/tools/checkstyle/XMLLogger.java
 */
export function formatCheckstyle({ findings }: ShownReport): string {
  const files = indexBy(findings, ({ placeInRepository }) => [placeInRepository.file.name]);
  const elements = [...files].map(([name, found]) =>
    element('file', { name }, onLines(found.map(errorOf))),
  );
  return xmlDocument(element('checkstyle', { version: VERSION }, onLines(elements)));
}

function errorOf({
  severity,
  rule,
  message,
  help,
  notes,
  placeInRepository,
}: ShownFinding): string {
  const { line, column } = placeInRepository;
  const text = help === null ? message : `${message} (help: ${help})`;
  const attributes = { line, column, severity, message: [text, ...notes].join('; '), source: rule };
  return element('error', attributes);
}
