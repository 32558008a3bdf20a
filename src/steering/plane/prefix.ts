/** Where the control plane lives. */
export const CONTROL_PREFIX = '/_mock/v1';
