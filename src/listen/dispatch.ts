import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Handler } from '../app/port.ts';
import { CONTROL_PREFIX } from '../control/prefix.ts';
import type { GrpcFace } from '../faces/grpc/face.ts';
import { errorAnswer } from '../faces/rest/answer.ts';
import { isBesideApi } from '../faces/rest/http-app.ts';
import { restRequestOf, writeAnswer } from '../faces/rest/node-request.ts';
import { sharedWith } from './cors.ts';
import { refuseRequest, refuseStream, type ServiceDomain, STARTING, UNREADABLE } from './refusals.ts';
import { answerOfServer } from './request-target.ts';

/** Answers a request, over either version of HTTP. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Which listener each kind of request goes to. */
export interface Dispatch {
  readonly request: Listener;
  /** For streams of plain gRPC; `request` answers those that `stream` does not. Missing: they are plain requests. */
  readonly grpc?: Pick<GrpcFace, 'stream'> & { readonly request: Listener };
}

/** The one call that is answered before there is a handler. */
const LIVE = `${CONTROL_PREFIX}/live`;

/** The path of a gRPC method: `/<package>.<Service>/<Method>`. */
const METHOD_PATH = /^\/[a-z_]\w*(?:\.\w+)+\/\w+(?:$|\?)/i;

/** True for a request target that has the form of a gRPC method's path. */
export const isMethodPath = (target: string | undefined): boolean => METHOD_PATH.test(target ?? '');

/** While the mock starts: the port is alive, and everything else answers that it is not ready. */
export const dispatchWhileStarting = (domain: ServiceDomain): Dispatch => {
  const request: Listener = (incoming, outgoing) => {
    if (incoming.url === LIVE) {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"live"}');
      return;
    }
    refuseRequest(STARTING, incoming, outgoing, domain, { 'Retry-After': '1' });
  };
  const stream: GrpcFace['stream'] = (unanswered) => {
    refuseStream(unanswered, STARTING);
    return true;
  };
  return { request, grpc: { stream, request } };
};

/** Pages and the control plane go through the app, methods to the gRPC face, and all else straight to the REST face. */
export const dispatchTo = ({ app, rest, world, grpc, origins = [] }: Handler, domain: ServiceDomain): Dispatch => {
  const throughApp = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // A target or a Host that cannot be part of a URL.
    errorHandler: () => {
      const { status, body = '' } = errorAnswer(UNREADABLE, 'api', domain);
      return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
    },
  });
  const toFaces: Listener = (incoming, outgoing) => {
    if (isBesideApi(incoming.url)) {
      void throughApp(incoming, outgoing);
      return;
    }
    if (grpc !== undefined && isMethodPath(incoming.url)) {
      grpc.request(incoming, outgoing);
      return;
    }
    void rest.handle(restRequestOf(incoming), world).then((answer) => writeAnswer(answer, outgoing, incoming.method));
  };
  const toShared = origins.length > 0 ? sharedWith(origins, toFaces) : toFaces;
  const request: Listener = (incoming, outgoing) => {
    const ofServer = answerOfServer(incoming);
    if (ofServer) writeAnswer(ofServer, outgoing, incoming.method);
    else toShared(incoming, outgoing);
  };
  return { request, ...(grpc !== undefined && { grpc }) };
};
