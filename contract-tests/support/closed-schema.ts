import { isObject } from './json-object.ts';

/**
 * The schema without room for members of an object that it does not describe. The documents leave room for fields
 * that a service adds to its answers; the answers of the mock itself must have no others.
 */
export const closed = <Node>(node: Node): Node => {
  if (Array.isArray(node)) return node.map(closed) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpen = isObject(copy.properties) && copy.type === 'object' && copy.additionalProperties === undefined;
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as Node;
};
