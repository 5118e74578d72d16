/** The effects of taints of devices, and of the tolerations of them. */
export const DEVICE_TAINT_EFFECTS = ['NoSchedule', 'NoExecute', 'None'];
