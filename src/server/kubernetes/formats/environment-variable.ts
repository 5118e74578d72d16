/** The problem of the name of an environment variable, as a clause of a message. */
type VariableNameProblem =
  | "use only printable ASCII characters other than '='"
  | "use only letters, digits, '_', '-' and '.', and start with no digit"
  | "it must not be '.', or start with '..'";

/**
 * The server's error about the name of an environment variable; undefined if it is valid. Newer servers only want
 * printable ASCII characters; until 1.31 they wanted an identifier of C, which can have `-` and `.` too.
 *
 * Source: `IsRelaxedEnvVarName` and `IsEnvVarName` in `pkg/util/validation/validation.go` of apimachinery.
 *
 * @param name not empty
 */
export function variableNameProblem(
  name: string,
  isRelaxed: boolean,
): VariableNameProblem | undefined {
  if (isRelaxed) {
    return /^[ -<>-~]+$/.test(name)
      ? undefined
      : "use only printable ASCII characters other than '='";
  }
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) {
    return "use only letters, digits, '_', '-' and '.', and start with no digit";
  }
  return name === '.' || name.startsWith('..')
    ? "it must not be '.', or start with '..'"
    : undefined;
}
