/** The types of the kinds whose values are validated; `definitions.ts` reads them. */
export const frequentTypes: () => string;
