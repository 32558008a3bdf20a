import { Server, ServerCredentials, type sendUnaryData, type UntypedHandleCall } from '@grpc/grpc-js';
import { serviceOf } from './grpc-services.ts';

/**
 * The server to compare with: made as the documents of @grpc/grpc-js describe, answering one message. Takes on stdin, as JSON,
 * the answers in base64 by the path of their method, and prints its port.
 */
let text = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) text += chunk;
const service = serviceOf();
const handlers: Record<string, UntypedHandleCall> = {};
for (const [path, base64] of Object.entries(JSON.parse(text) as Record<string, string>)) {
  const method = Object.values(service).find((one) => one.path === path);
  if (!method) throw new Error(`${path} is not a method`);
  const answer = method.responseDeserialize(Buffer.from(base64, 'base64'));
  handlers[path.split('/').at(-1) ?? ''] = (_: unknown, callback: sendUnaryData<unknown>) => callback(null, answer);
}
const server = new Server();
server.addService(service, handlers);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
