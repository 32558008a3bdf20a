import type { HttpRule, Operation } from '../schema/operation.ts';
import type { Profile } from '../schema/profile.ts';
import { messagesIn } from '../schema/profile-messages.ts';
import type { Resource } from './resource.ts';
import type { BoundOperation } from './runner.ts';

const servedRules = ({ publishedPaths }: Profile, { http, additionalHttp }: Operation): readonly HttpRule[] =>
  [...(http ? [http] : []), ...(additionalHttp ?? [])].filter(
    ({ beyondSpec }) => !beyondSpec || publishedPaths === 'served',
  );

/** An operation with the paths and messages that it has in a profile; the same object if it has all of its own. */
const inProfile = (profile: Profile, operation: Operation): Operation => {
  const form = messagesIn(profile);
  const { http: _, additionalHttp: __, ...rest } = operation;
  const [http, ...additional] = servedRules(profile, operation);
  const request = form(operation.request);
  const response = operation.response && form(operation.response);
  const { http: own, additionalHttp: ownAdditional = [] } = operation;
  const hasAll = http === own && additional.length === ownAdditional.length;
  if (hasAll && request === operation.request && response === operation.response) return operation;
  return {
    ...rest,
    ...(http && { http }),
    ...(additional.length > 0 && { additionalHttp: additional }),
    request,
    response,
  };
};

/**
 * The operations that a profile has, as callers see them: their paths, and the messages that they read and answer. What
 * runs them is the same in every profile.
 */
export const operationsIn = (profile: Profile, described: readonly BoundOperation[]): readonly BoundOperation[] => {
  const form = messagesIn(profile);
  const resources = new Map<Resource, Resource>();
  const resourceIn = (resource: Resource): Resource => {
    const message = form(resource.message);
    const made = resources.get(resource) ?? (message === resource.message ? resource : { ...resource, message });
    resources.set(resource, made);
    return made;
  };
  return described
    .filter(({ operation: { origin } }) => origin !== 'spec' || profile.addedCalls === 'served')
    .map((bound) => {
      const operation = inProfile(profile, bound.operation);
      const resource = resourceIn(bound.resource);
      return operation === bound.operation && resource === bound.resource ? bound : { ...bound, operation, resource };
    });
};
