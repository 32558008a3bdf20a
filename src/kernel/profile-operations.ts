import type { HttpRule, Operation } from '../schema/operation.ts';
import type { Profile } from '../schema/profile.ts';
import { messagesIn } from '../schema/profile-messages.ts';
import type { Resource } from './resource.ts';
import type { BoundOperation } from './runner.ts';

/** An operation with the paths and messages that it has in a profile; the same object if it has all of its own. */
const limitToProfile = (profile: Profile, operation: Operation): Operation => {
  const form = messagesIn(profile);
  const isServed = ({ beyondSpec }: HttpRule): boolean => !beyondSpec || profile.publishedPaths === 'served';
  const { http: own, additionalHttp: ownAdditional = [] } = operation;
  const request = form(operation.request);
  const response = operation.response && form(operation.response);
  const hasAll = (own === undefined || isServed(own)) && ownAdditional.every(isServed);
  if (hasAll && request === operation.request && response === operation.response) return operation;
  const { http: _, additionalHttp: __, ...rest } = operation;
  const [http, ...additional] = [...(own ? [own] : []), ...ownAdditional].filter(isServed);
  return {
    ...rest,
    ...(http && { http }),
    ...(additional.length > 0 && { additionalHttp: additional }),
    request,
    response,
  };
};

/** Limits operations to a profile: a resource of several is the same object in all that one such function makes. */
export const limiterTo = (profile: Profile): ((described: readonly BoundOperation[]) => readonly BoundOperation[]) => {
  const form = messagesIn(profile);
  const resources = new Map<Resource, Resource>();
  const resourceIn = (resource: Resource): Resource => {
    const message = form(resource.message);
    const made = resources.get(resource) ?? (message === resource.message ? resource : { ...resource, message });
    resources.set(resource, made);
    return made;
  };
  return (described) =>
    described
      .filter(({ operation: { origin } }) => origin !== 'spec' || profile.addedCalls === 'served')
      .map((bound) => {
        const operation = limitToProfile(profile, bound.operation);
        const resource = resourceIn(bound.resource);
        return operation === bound.operation && resource === bound.resource ? bound : { ...bound, operation, resource };
      });
};

/**
 * The operations that a profile has, as callers see them: their paths, and the messages that they read and answer.
 * Their runners are the same in every profile.
 */
export const operationsIn = (profile: Profile, described: readonly BoundOperation[]): readonly BoundOperation[] =>
  limiterTo(profile)(described);
