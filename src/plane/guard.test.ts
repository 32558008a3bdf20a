import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import { type ControlPolicy, demandKnownType, guardControl, isLoopback, isYaml } from './guard.ts';

const LOOPBACK: ControlPolicy = { loopback: true };
const PUBLIC: ControlPolicy = { loopback: false, token: 'secret' };
const HOST = '127.0.0.1:8484';

interface Sent {
  readonly policy?: ControlPolicy;
  readonly headers?: IncomingHttpHeaders;
}

/** The message with which a request is refused; undefined when it may steer. */
const refusal = ({ policy = LOOPBACK, headers = {} }: Sent): string | undefined => {
  try {
    guardControl(policy, { headers: { host: HOST, ...headers } });
    if (headers['content-type'] !== undefined) demandKnownType(headers['content-type']);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return `${error.code}: ${error.message}`;
  }
};

const json = { 'content-length': '2', 'content-type': 'application/json' };

const ALLOWED: readonly (readonly [what: string, sent: Sent])[] = [
  ['a request to the loopback address', {}],
  ['a request to localhost', { headers: { host: 'localhost' } }],
  ['a request to localhost in capitals with a port', { headers: { host: 'LOCALHOST:1' } }],
  ['a request to another loopback address', { headers: { host: '127.8.9.10:8484' } }],
  ['a request to the loopback address of IPv6', { headers: { host: '[::1]:8484' } }],
  ['a request to a name with a dot at its end', { headers: { host: 'world-1.localhost.:8484' } }],
  ['a request to a name below localhost', { headers: { host: 'world-1.localhost:8484' } }],
  [
    "a name that is the port's own",
    { policy: { ...LOOPBACK, hosts: ['api.test'] }, headers: { host: 'API.test:443' } },
  ],
  ['a request of a container to its machine', { headers: { host: 'host.docker.internal:8484' } }],
  ['a request of another container to its machine', { headers: { host: 'Host.containers.internal' } }],
  ['a page of its own', { headers: { origin: `http://${HOST}` } }],
  ['a body of JSON', { headers: json }],
  ['a body of JSON with a charset', { headers: { ...json, 'content-type': 'Application/JSON; charset=utf-8' } }],
  ['a body of a kind of JSON', { headers: { ...json, 'content-type': 'application/merge-patch+json' } }],
  ['a body of YAML', { headers: { ...json, 'content-type': 'text/x-yaml' } }],
  ['no body', { headers: { 'content-length': '0' } }],
  ['any host where the port is open to all', { policy: { loopback: false }, headers: { host: 'mock.example.com' } }],
  ['the token', { policy: PUBLIC, headers: { authorization: 'Bearer secret' } }],
  [
    'the token on loopback by the name of a proxy',
    { policy: { ...PUBLIC, loopback: true }, headers: { host: 'mock.example.com', authorization: 'Bearer secret' } },
  ],
  ['the token with another spelling of the scheme', { policy: PUBLIC, headers: { authorization: 'bearer  secret ' } }],
];

for (const [what, sent] of ALLOWED) {
  test(`${what} may steer`, () => assert.equal(refusal(sent), undefined));
}

const FOREIGN = 'PERMISSION_DENIED: Permission denied: the control plane answers no foreign origin';
const host = (name: string): string =>
  `PERMISSION_DENIED: Permission denied: a name that is not of this machine needs --control-token: the control plane does not answer as ${JSON.stringify(name)}`;
const BODY =
  'INVALID_ARGUMENT: Invalid argument: body: must be sent as application/json, or as application/yaml if YAML is accepted';
const unauthenticated = (reason: string): string => `UNAUTHENTICATED: Unauthenticated: ${reason}`;

const noControl = (reason: string) =>
  unauthenticated(
    `${reason}: the control plane takes the control token (PLATFORM_MOCK_CONTROL_TOKEN), which is printed at start or set with --control-token, and no token of the API`,
  );

const REFUSED: readonly (readonly [what: string, sent: Sent, message: string])[] = [
  ['a page of another host', { headers: { origin: 'http://evil.example' } }, FOREIGN],
  ['a page of another port', { headers: { origin: 'http://127.0.0.1:1' } }, FOREIGN],
  ['a page of no origin', { headers: { origin: 'null' } }, FOREIGN],
  [
    'a page of another host with the token',
    { policy: PUBLIC, headers: { origin: 'http://evil.example', authorization: 'Bearer secret' } },
    FOREIGN,
  ],
  ['a name that was bound to loopback', { headers: { host: 'evil.example' } }, host('evil.example')],
  ['a name that begins like loopback', { headers: { host: '127.0.0.1.evil.example' } }, host('127.0.0.1.evil.example')],
  ['a name that ends like localhost', { headers: { host: 'evil-localhost' } }, host('evil-localhost')],
  [
    "a name below one that is the port's own",
    { policy: { ...LOOPBACK, hosts: ['api.test'] }, headers: { host: 'a.api.test' } },
    host('a.api.test'),
  ],
  ['no host', { headers: { host: undefined } }, host('')],
  ['no token', { policy: PUBLIC }, noControl('missing bearer token')],
  [
    'another scheme',
    { policy: PUBLIC, headers: { authorization: 'Basic secret' } },
    noControl('malformed authorization header'),
  ],
  ['another token', { policy: PUBLIC, headers: { authorization: 'Bearer Secret' } }, noControl('invalid token')],
  ['a part of the token', { policy: PUBLIC, headers: { authorization: 'Bearer secre' } }, noControl('invalid token')],
  [
    'a token on loopback that is not the one',
    { policy: { ...PUBLIC, loopback: true }, headers: { authorization: 'Bearer x' } },
    noControl('invalid token'),
  ],
  [
    'another name on loopback with a token that is not the one',
    { policy: { ...PUBLIC, loopback: true }, headers: { host: 'evil.example', authorization: 'Bearer x' } },
    noControl('invalid token'),
  ],
  ['a form', { headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' } }, BODY],
  ['plain text', { headers: { ...json, 'content-type': 'text/plain' } }, BODY],
  ['JSON by another name', { headers: { ...json, 'content-type': 'text/application/json' } }, BODY],
  ['a body of no type', { headers: { 'content-type': '' } }, BODY],
];

for (const [what, sent, message] of REFUSED) {
  test(`${what} may not steer`, () => assert.equal(refusal(sent), message));
}

for (const [address, loopback] of [
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.1', false],
  ['127.0.0.1.example.com', false],
  ['', false],
] as const) {
  test(`${JSON.stringify(address)} is ${loopback ? 'reached by this machine only' : 'reached from outside'}`, () => {
    assert.equal(isLoopback(address), loopback);
  });
}

for (const [type, yaml] of [
  ['application/yaml', true],
  ['text/yaml; charset=utf-8', true],
  ['application/x-yaml', true],
  ['application/json', false],
  [undefined, false],
] as const) {
  test(`${type} is ${yaml ? '' : 'not '}YAML`, () => assert.equal(isYaml(type), yaml));
}
