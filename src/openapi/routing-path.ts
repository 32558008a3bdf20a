/** The path of an operation in an app of routes: Hono's own patterns have no variables for uids, which hold slashes. */
export const routingPath = (operationId: string): string => `/~${operationId}`;
