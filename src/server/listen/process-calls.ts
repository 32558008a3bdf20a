import { writeAnswer } from '../../faces/rest/node-request.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import type { CallOfProcess, Peering } from '../mock/port.ts';
import type { Dispatch } from './dispatch.ts';

const CALLS: readonly CallOfProcess[] = ['live', 'ready', 'metrics'];
const REQUEST_LINE = new RegExp(`^(?:GET|HEAD) ${CONTROL_PREFIX}/(?:${CALLS.join('|')})[ ?]`);

/** True for the first bytes of a connection over HTTP/1.1 that ask about the process itself. */
export const asksAboutProcess = (bytes: Buffer): boolean => REQUEST_LINE.test(bytes.toString('latin1', 0, 64));

/**
 * Dispatches while another process owns the worlds: calls about this process are answered, and others, for which no
 * owner could be reached, are refused. A client is asked to connect anew: its next call is for the owner.
 */
export const dispatchApart = ({ request, ...refused }: Dispatch, { answer }: Pick<Peering, 'answer'>): Dispatch => ({
  ...refused,
  request: (incoming, outgoing) => {
    const { url = '', method = '', headers, httpVersionMajor } = incoming;
    if (httpVersionMajor === 1) outgoing.shouldKeepAlive = false;
    const [path] = url.split('?', 1);
    const call = CALLS.find((name) => path === `${CONTROL_PREFIX}/${name}`);
    if (call === undefined || !['GET', 'HEAD'].includes(method)) return request(incoming, outgoing);
    return answer(call, headers).then((answered) => writeAnswer(answered, outgoing, method));
  },
});
