/** The largest id of a user or group. Source: `IsValidUserID` of `k8s.io/apimachinery/pkg/util/validation`. */
export const MAX_ID = 2_147_483_647;
