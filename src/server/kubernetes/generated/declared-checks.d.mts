/** The checks of values that types declare; `declared-checks.ts` reads them. */
export const declaredChecks: () => string;
