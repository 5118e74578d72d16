const API_VERSION_LINE = /^(?:---)?[\s{]*(?:-\s+)*["']?apiVersion["']?\s*:/m;

/** Whether a text that cannot be read is a manifest all the same: it has a line that starts with `apiVersion:`. */
export function looksLikeManifest(text: string): boolean {
  return API_VERSION_LINE.test(text);
}

const TEMPLATE_ACTION = /^\s*(?:-\s+)*(?:[^\s#'"{][^'"#{}]*:\s+)?\{\{/m;

/**
 * Whether a text that cannot be read is a template that has not been rendered: an action of Go templates (or
 * Jinja) is where YAML would have a line, a list item or a value.
 */
export function looksLikeTemplate(text: string): boolean {
  return TEMPLATE_ACTION.test(text);
}
