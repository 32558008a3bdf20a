/** Where an app of routes serves an operation: Hono's own patterns have no variables for uids, which hold slashes. */
export const routingPath = (operationId: string): string => `/~${operationId}`;
