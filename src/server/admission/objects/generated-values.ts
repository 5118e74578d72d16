import { REQUEST_TIME } from '../../decode/index.ts';

/** The values that the server generates when it creates an object. They are fixed, so that a run can be repeated. */
export const GENERATED = {
  uid: '00000000-0000-4000-8000-000000000000',
  /** The time of a request. */
  time: REQUEST_TIME,
  /** The end of a name after `generateName`. */
  suffix: 'abcde',
  /** The address of a Service in 10.96.0.0/12, the default range. */
  serviceAddress: '10.96.0.100',
  /** The first of the ports of nodes that the server chooses for a Service. */
  nodePort: 30_000,
};
