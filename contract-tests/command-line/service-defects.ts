import type { Alteration, PassingAnswer, PassingCall } from '../support/altering-proxy.ts';

/** A way in which a service is wrong, the suite that looks for it, and the cases that may fail by it. */
export interface Defect extends Alteration {
  readonly name: string;
  readonly suite: 'read' | 'refusals' | 'write' | 'v1';
  readonly cases: RegExp;
  /** The text that the report has somewhere. */
  readonly got?: RegExp;
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
type Body = any;

const rowsOf = (json: Body): Body[] => Object.values(json ?? {}).find(Array.isArray) ?? [];

const isList = ({ status, json }: PassingAnswer): boolean => status === 200 && json?.totalCount !== undefined;

/** Drops a parameter of the query of a call. */
const without = (call: PassingCall, ...names: readonly string[]): void => {
  const [path = '', query = ''] = call.target.split('?', 2);
  const others = query.split('&').filter((pair) => !names.includes(pair.split('=')[0] ?? ''));
  call.target = others.join('&') === '' ? path : `${path}?${others.join('&')}`;
};

/** Calls with each object within a value. */
const eachObject = (value: Body, change: (object: Body) => void): void => {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) change(value);
  for (const each of Object.values(value)) eachObject(each, change);
};

const V2 = /^\/\w+\/v2\//;
const isV2 = ({ target }: PassingCall): boolean => V2.test(target);
const FAILED = 400;

export const DEFECTS: readonly Defect[] = [
  {
    name: 'pages lose their token',
    suite: 'read',
    cases: /^read\/List/,
    answer: (answer) => {
      if (isList(answer)) delete answer.json.nextPageToken;
    },
  },
  {
    name: 'the order is ignored',
    suite: 'read',
    cases: /^read\/List\w+\/(?:order_|walk_sorted|cursor_other_order)/,
    call: (call) => {
      if (!call.target.includes('noSuchField')) without(call, 'order_by');
    },
  },
  {
    name: 'counts are off by one',
    suite: 'read',
    cases: /^read\/List/,
    answer: (answer) => {
      if (isList(answer)) answer.json.totalCount = String(Number(answer.json.totalCount) + 1);
    },
  },
  {
    name: 'counts are numbers',
    suite: 'read',
    cases: /^read\/List/,
    got: /totalCount: a number/,
    answer: (answer) => {
      if (isList(answer)) answer.json.totalCount = Number(answer.json.totalCount);
    },
  },
  {
    name: 'masks are ignored',
    suite: 'write',
    cases: /^write\/Update\w+\/(?:mask|emptied|whole|unknown_mask)/,
    call: (call) => without(call, 'updateMask', 'update_mask'),
  },
  {
    name: 'details are missing',
    suite: 'refusals',
    cases: /^refusals\//,
    got: /details\[0\]: nothing/,
    answer: ({ status, json }) => {
      if (status >= FAILED && json?.details) json.details = [];
    },
  },
  {
    name: 'what may not be seen is missing',
    suite: 'refusals',
    cases: /^refusals\/\w+\/(?:unknown_below|uidp\.below|empty|no_uid|unknown_root|uidp.unknown)/,
    got: /status: 404/,
    answer: (answer) => {
      if (answer.status === 403) answer.status = 404;
    },
  },
  {
    name: 'what is missing is forbidden',
    suite: 'refusals',
    cases: /^refusals\//,
    got: /status: 403/,
    answer: (answer, call) => {
      if (answer.status === 404 && isV2(call)) answer.status = 403;
    },
  },
  {
    name: 'times have no fractions',
    suite: 'read',
    cases: /^read\//,
    got: /Time: another text/,
    answer: ({ json }) =>
      eachObject(json, (object) => {
        for (const [name, value] of Object.entries(object)) {
          if (/Time$/.test(name)) object[name] = String(value).replace(/\.\d+Z$/, 'Z');
        }
      }),
  },
  {
    name: 'an enum is a number',
    suite: 'read',
    cases: /^read\/(?:List|Get)Group/,
    got: /kind: a number/,
    answer: ({ json }) =>
      eachObject(json, (object) => {
        if (/^ORG_KIND/.test(object.kind ?? '')) object.kind = 1;
      }),
  },
  {
    name: 'a name can be taken twice',
    suite: 'write',
    cases: /^write\/CreateRepo\/taken/,
    answer: (answer, { method, target }) => {
      if (method !== 'POST' || answer.status !== 409 || !target.startsWith('/registry/v2/repos')) return;
      Object.assign(answer, { status: 200, json: { name: 'verified' } });
    },
  },
  {
    name: 'skipped is always 0',
    suite: 'read',
    cases: /^read\/List\w+\/(?:skip|order_\w+_skip|cursor_with_skip)/,
    answer: (answer) => {
      if (isList(answer)) answer.json.skipped = 0;
    },
  },
  {
    name: 'skip is ignored',
    suite: 'read',
    cases: /^read\/List\w+\/(?:skip|order_\w+_skip|cursor_with_skip)/,
    call: (call) => without(call, 'skip'),
  },
  {
    name: 'the size of a page is ignored',
    suite: 'read',
    cases: /^read\/List/,
    call: (call) => without(call, 'page_size', 'pageSize'),
  },
  {
    name: 'a 401 names no scheme',
    suite: 'refusals',
    cases: /^refusals\/\w+\/(?:no_token|other_scheme|bad_token)/,
    answer: ({ headers }) => void delete headers['www-authenticate'],
  },
  {
    name: 'no token is forbidden',
    suite: 'refusals',
    cases: /^refusals\/\w+\/no_token/,
    got: /status: 403/,
    answer: (answer, { headers, target }) => {
      if (answer.status === 401 && headers.authorization === undefined && target !== '/registry/v2/repos')
        answer.status = 403;
    },
  },
  {
    name: 'errors are of one domain',
    suite: 'refusals',
    cases: /^refusals\//,
    answer: ({ json }, { target, headers }) => {
      const isFirst = target === '/registry/v2/repos' && headers.authorization === undefined;
      const [info] = isFirst ? [] : (json?.details ?? []);
      if (info?.domain) info.domain = String(info.domain).replace(/^\w+\./, 'service.');
    },
  },
  {
    name: 'violations have the names of JSON',
    suite: 'refusals',
    cases: /^refusals\/\w+\/[\w.]+/,
    answer: ({ json }) =>
      eachObject(json, (object) => {
        if (typeof object.field === 'string')
          object.field = object.field.replace(/_(\w)/g, (_: string, one: string) => one.toUpperCase());
      }),
  },
  {
    name: 'what has no value is null',
    suite: 'read',
    cases: /^read\//,
    answer: (answer) => {
      if (isList(answer)) for (const row of rowsOf(answer.json)) row.deletedTime = null;
      else if (answer.status === 200 && answer.json?.uid) answer.json.deletedTime = null;
    },
  },
  {
    name: 'a create is 201',
    suite: 'write',
    cases: /^write\/Create\w+\/(?:made|run)/,
    got: /status: 201/,
    answer: (answer, { method, target }) => {
      if (method === 'POST' && answer.status === 200 && isV2({ target } as PassingCall)) answer.status = 201;
    },
  },
  {
    name: 'what is false is left out',
    suite: 'read',
    cases: /^read\/(?:List|Get)Tag/,
    got: /deprecated: nothing/,
    answer: ({ json }) =>
      eachObject(json, (object) => {
        if (object.deprecated === false) delete object.deprecated;
      }),
  },
  {
    name: 'unknown parameters are refused',
    suite: 'read',
    cases: /^read\/List\w+\/unknown_parameter/,
    got: /status: 400/,
    answer: (answer, { target }) => {
      if (target.includes('noSuchParameter')) answer.status = FAILED;
    },
  },
  {
    name: 'any cursor is good',
    suite: 'refusals',
    cases: /^refusals\/List\w+\/page_token\.malformed/,
    got: /status: 200/,
    call: (call) => {
      if (call.target.includes('page_token=no-cursor')) without(call, 'page_token');
    },
  },
  {
    name: 'any order is good',
    suite: 'refusals',
    cases: /^refusals\/List\w+\/(?:order_by|several)/,
    call: (call) => without(call, 'order_by'),
  },
  {
    name: 'role bindings are not hydrated',
    suite: 'read',
    cases: /^read\/(?:List|Get)RoleBinding/,
    answer: ({ json }) =>
      eachObject(json, (object) => {
        if (object.role && object.identity) delete object.group;
      }),
  },
  {
    name: 'a filter by name is ignored',
    suite: 'read',
    cases: /^read\/List\w+\/name_/,
    call: (call) => without(call, 'name'),
  },
  {
    name: 'v2beta1 is gone',
    suite: 'read',
    cases: /^read\/Get\w+\/row_\d_v2beta1/,
    got: /status: 404/,
    call: (call) => {
      call.target = call.target.replace('/v2beta1/', '/v2beta9/');
    },
  },
  {
    name: 'a change without a mask replaces the whole row',
    suite: 'write',
    cases: /^write\/Update\w+\/(?:without_mask|unknown_field|unchanged)/,
    call: (call) => {
      const isPart = call.method === 'PATCH' && !call.target.includes('?') && !call.body.includes('"name"');
      if (isPart) call.target += '?updateMask=*';
    },
  },
  {
    name: 'a wrong method is 405',
    suite: 'refusals',
    cases: /^refusals\/\w+\/wrong_method/,
    got: /status: 405/,
    answer: (answer) => {
      if (answer.status === 501) answer.status = 405;
    },
  },
  {
    name: 'a code is a text',
    suite: 'refusals',
    cases: /^refusals\//,
    answer: ({ status, json }) => {
      if (status >= FAILED && json?.code) json.code = 'INVALID';
    },
  },
  {
    name: 'failures are no JSON by their type',
    suite: 'refusals',
    cases: /^refusals\//,
    got: /content-type: text\/plain/,
    answer: ({ status, headers }) => {
      if (status >= FAILED) headers['content-type'] = 'text/plain';
    },
  },
  {
    name: 'a delete is answered and not done',
    suite: 'write',
    cases: /^write\/(?:Delete\w+\/deleted|cleanup|List\w+\/inventory)/,
    call: (call) => {
      if (call.method === 'DELETE' && call.target.startsWith('/registry/v2/tags/')) {
        call.method = 'GET';
        call.target = '/ping/v2/ping';
      }
    },
  },
  {
    name: 'v1 says camel case',
    suite: 'v1',
    cases: /^v1\//,
    answer: ({ json }, { target }) => {
      if (!/^\/\w+\/v1\//.test(target)) return;
      eachObject(json, (object) => {
        for (const [name, value] of Object.entries(object)) {
          const other = name.replace(/_(\w)/g, (_, one: string) => one.toUpperCase());
          if (other === name) continue;
          object[other] = value;
          delete object[name];
        }
      });
    },
  },
];
