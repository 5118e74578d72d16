export const DEVICE_TAINT_EFFECTS = ['NoSchedule', 'NoExecute', 'None'];
