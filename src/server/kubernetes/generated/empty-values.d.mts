/** What the server's types make of empty values, a line for each definition; see `src/kubernetes/empty-values.ts`. */
export declare const emptyValues: () => string;
