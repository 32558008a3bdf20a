import type { BoundOperation } from '../kernel/runner.ts';
import { type HttpRule, type Operation, protoRule } from '../schema/operation.ts';
import { commentLines } from './comments.ts';
import type { References } from './references.ts';

const STEP = '  ';

/** The members of an HTTP rule as `buf format` lays them out: one in the line, more below each other. */
const ruleText = (rule: HttpRule, additional: readonly HttpRule[], indent: string): string => {
  const inner = indent + STEP;
  const members = [
    `${rule.method.toLowerCase()}: ${JSON.stringify(rule.path)}`,
    ...(rule.body === undefined ? [] : [`body: ${JSON.stringify(rule.body)}`]),
    ...additional.map((other) => `additional_bindings: ${ruleText(other, [], inner)}`),
  ];
  return members.length === 1
    ? `{${members[0]}}`
    : `{\n${members.map((member) => `${inner}${member}\n`).join('')}${indent}}`;
};

const words = new Intl.ListFormat('en');

const describe = ({ description, capabilities, scope }: Operation): string => {
  if (capabilities.length === 0) return description;
  const names = words.format(capabilities.map((name) => `\`${name}\``));
  return `${description}\n\nNeeds ${names}${scope === undefined ? ' on at least one group' : ''}.`;
};

const methodLines = (operation: Operation, service: string, references: References): readonly string[] => {
  const { id, method = id, request, response, http, additionalHttp = [] } = operation;
  if (http) references.import('google/api/annotations.proto');
  const takes = references.name(request.name, service);
  const gives = references.name(response?.name ?? 'google.protobuf.Empty', service);
  const declaration = `${STEP}rpc ${method}(${takes}) returns (${gives})`;
  const comment = commentLines(describe(operation), STEP);
  if (!http) return [...comment, `${declaration};`];
  const toProto = (rule: HttpRule): HttpRule => protoRule(rule, request);
  const rule = ruleText(toProto(http), additionalHttp.map(toProto), STEP + STEP);
  return [...comment, `${declaration} {`, `${STEP}${STEP}option (google.api.http) = ${rule};`, `${STEP}}`];
};

/** The lines of a service: its comment describes its resources, its methods are in the order of the operations. */
export const serviceLines = (
  service: string,
  bound: readonly BoundOperation[],
  references: References,
): readonly string[] => {
  const about = new Set(bound.map(({ resource }) => resource.description));
  const methods = bound.map(({ operation }) => methodLines(operation, service, references));
  return [
    ...commentLines([...about].join('\n\n')),
    `service ${service.slice(service.lastIndexOf('.') + 1)} {`,
    ...methods.flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...lines]),
    '}',
  ];
};
