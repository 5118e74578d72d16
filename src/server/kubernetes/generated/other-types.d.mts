/** The types of all other built-in kinds; `definitions.ts` reads them. */
export const otherTypes: () => string;
