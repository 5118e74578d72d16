/** A definition as JSON Schema 2020-12; it refers to others as `#/$defs/NAME`. */
export type SchemaDefinition = Readonly<Record<string, unknown>>;

/** All definitions by name, parsed at each call. */
export const schemaDefinitions: () => Readonly<Record<string, SchemaDefinition>>;
