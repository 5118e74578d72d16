/**
 * The constants of cel-go's cost model, of static estimates and of actual costs.
 *
 * Source: `common/cost.go` of cel-go.
 */

/** The cost of one character, or byte, where a string is traversed once. */
export const STRING_TRAVERSAL_FACTOR = 0.1;
/** The cost of one character of a regular expression: most steps of one are written with four characters. */
export const REGEX_LENGTH_FACTOR = 0.25;
export const LIST_CREATION_COST = 10;
export const MAP_CREATION_COST = 30;
export const STRUCT_CREATION_COST = 40;
