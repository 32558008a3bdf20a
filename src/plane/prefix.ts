/** The path of the control plane. */
export const CONTROL_PREFIX = '/_mock/v1';
