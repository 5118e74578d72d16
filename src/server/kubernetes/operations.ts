/** The operations of requests that admission sees. */
export const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const;

export type Operation = (typeof OPERATIONS)[number];
