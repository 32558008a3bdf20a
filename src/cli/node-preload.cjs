'use strict';
// JavaScript, since it is loaded by the Node of the command, whatever its version, before anything of the command.
// It brings the agents of `http` and `https` to the proxy of `exec --as`, but for the two that NODE_USE_ENV_PROXY brings
// there; and `fetch` of a Node that does not know this variable (behaviour H4).
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const tls = require('node:tls');

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

const isDirect = (host) => {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const direct = (process.env.NO_PROXY || '').split(',');
  return direct.some((each) => each !== '' && (name === each || name.endsWith(`.${each}`)));
};

/** Asks the proxy for a tunnel to a host; the reason of its refusal is the error's message. */
const openTunnel = (host, port, done) => {
  const proxy = new URL(process.env.HTTPS_PROXY);
  const authority = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  const request = http.request({
    method: 'CONNECT',
    path: authority,
    headers: { Host: authority },
    createConnection: () => net.connect(Number(proxy.port), proxy.hostname),
  });
  request.once('connect', (answer, socket) => {
    if (answer.statusCode === 200) return done(null, socket);
    socket.destroy();
    return done(new Error(answer.statusMessage));
  });
  request.once('error', done).end();
};

const throughAgent = (Agent, defaultPort, secured) => {
  const { createConnection } = Agent.prototype;
  Agent.prototype.createConnection = function (options, done) {
    const { host = 'localhost', port = defaultPort, socketPath } = options;
    const isElsewhere = this.options?.proxyEnv || socketPath || typeof done !== 'function' || isDirect(host);
    if (isElsewhere) return createConnection.call(this, options, done);
    openTunnel(host, port, (error, socket) => {
      if (error) done(error);
      else done(null, secured ? createConnection.call(this, { ...options, socket }) : socket);
    });
    return undefined;
  };
};

/** Connects for `fetch`. */
const connect = ({ hostname, protocol, port, servername }, done) => {
  const isSecure = protocol === 'https:';
  const at = Number(port) || (isSecure ? 443 : 80);
  const ready = (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      socket.off('error', done);
      done(null, socket.setNoDelay());
    });
    socket.once('error', done);
  };
  const name = servername || (net.isIP(hostname) ? '' : hostname);
  if (isDirect(hostname)) {
    const host = hostname.replace(/^\[|\]$/g, '');
    ready(isSecure ? tls.connect({ host, port: at, servername: name }) : net.connect(at, host));
    return;
  }
  openTunnel(hostname, at, (error, socket) => {
    if (error) done(error, null);
    else if (isSecure) ready(tls.connect({ socket, servername: name, ALPNProtocols: ['http/1.1'] }));
    else done(null, socket);
  });
};

const throughFetch = () => {
  const original = globalThis.fetch;
  if (original === undefined) return;
  let isSet = false;
  globalThis.fetch = function fetch(...args) {
    if (!isSet) {
      isSet = true;
      // This loads what sets the dispatcher.
      void globalThis.Headers;
      const dispatcher = globalThis[DISPATCHER];
      // A dispatcher other than the default was chosen.
      if (dispatcher && dispatcher.constructor.name === 'Agent') {
        globalThis[DISPATCHER] = new dispatcher.constructor({ connect });
      }
    }
    return original.apply(this, args);
  };
};

if (process.env.HTTPS_PROXY) {
  throughAgent(http.Agent, 80, false);
  throughAgent(https.Agent, 443, true);
  if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) throughFetch();
}
