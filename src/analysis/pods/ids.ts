import { INT32_MAX } from '../../base/go/integers.ts';

/** The largest id of a user or group. Source: `IsValidUserID` of `k8s.io/apimachinery/pkg/util/validation`. */
export const MAX_ID = INT32_MAX;
