import type { Http2ServerResponse } from 'node:http2';
import { Code as ConnectCode, ConnectError, createConnectRouter } from '@connectrpc/connect';
import {
  compressionBrotli,
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import { apiServices } from './connect-services.ts';
import { buildRegistry } from './descriptors.ts';
import { standardServices } from './standard-services.ts';
import { encodeGrpcMessage } from './status.ts';
import type { UnaryParts } from './unary-call.ts';
import { blamingCaller } from './unreadable.ts';
import type { AnyRequest, AnyResponse } from './web.ts';

/**
 * The largest message that the library reads, in bytes, like the body of a request in JSON. It makes an object of
 * every item before anybody can count them, so 100 MB of empty ones would be the end of the process.
 */
const LIBRARY_LIMIT = 4 * 1024 * 1024;
const UNIMPLEMENTED = String(ConnectCode.Unimplemented);

const isHttp2 = (response: AnyResponse): response is Http2ServerResponse => 'stream' in response;

/** Tells a client, in the protocol that it speaks, that there is no such method. */
const answerUnknown = ({ headers, url = '' }: AnyRequest, response: AnyResponse): void => {
  const type = headers['content-type'] ?? '';
  const message = `unknown method ${url.split('?', 1)[0]}`;
  if (/^application\/grpc/i.test(type)) {
    const headers = {
      'content-type': type,
      'grpc-status': UNIMPLEMENTED,
      'grpc-message': encodeGrpcMessage(message),
    };
    // In HTTP/2 the headers must end the stream to be taken for trailers.
    if (isHttp2(response)) response.stream.respond({ ':status': 200, ...headers }, { endStream: true });
    else response.writeHead(200, headers).end();
    return;
  }
  response.writeHead(501, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: 'unimplemented', message }));
};

/** Answers requests through Connect's router: gRPC, gRPC-Web and the Connect protocol, with compression and streams. */
export const connectAdapter = (parts: UnaryParts): ((request: AnyRequest, response: AnyResponse) => void) => {
  const served = buildRegistry(parts.kernel.operations.map(({ operation }) => operation));
  const { registry } = served;
  const router = createConnectRouter({
    acceptCompression: [compressionGzip, compressionBrotli],
    readMaxBytes: LIBRARY_LIMIT,
    jsonOptions: { registry, ignoreUnknownFields: true },
  });
  apiServices(served.services, parts)(router);
  standardServices(served)(router);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return (request, response) => {
    const handler = handlers.get((request.url ?? '').split('?', 1)[0] ?? '');
    if (!handler) {
      request.resume();
      answerUnknown(request, response);
      return;
    }
    handler(universalRequestFromNodeRequest(request, response, undefined, undefined))
      .then(async (answer) => universalResponseToNodeResponse(await blamingCaller(answer), response))
      .catch((error: unknown) => {
        // A client that has gone away is nobody's failure.
        if (ConnectError.from(error).code !== ConnectCode.Aborted) parts.report(error);
      });
  };
};
