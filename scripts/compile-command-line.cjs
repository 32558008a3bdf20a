// Runs a start and some calls from the script of the command line, and writes what V8 has compiled of it by then. Its
// arguments are the paths of both. It is not a module, so that the command line runs in it as in any other process.
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { basename } = require('node:path');
const { constants, Script } = require('node:vm');
const { crc32 } = require('node:zlib');

const [file, compiled] = process.argv.slice(2);
process.argv.splice(2, 2, 'serve', '--port', '0', '--json');
const script = new Script(readFileSync(file, 'latin1'), {
  // V8 11 shows this name in stack traces, whatever the loader says.
  filename: basename(file),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

const warm = async ({ url, token, orgId }) => {
  const headers = { authorization: `Bearer ${token}` };
  const call = async (path, init) => (await fetch(`${url}${path}`, { headers, ...init })).text();
  await call('/registry/v2/repos?page_size=2&order_by=name');
  await call(`/registry/v2/repos/${orgId}`, { method: 'POST', body: '{"name":"warm"}' });
  await call('/_mock/v1/info');
  const code = script.createCachedData();
  writeFileSync(compiled, Buffer.concat([code, Buffer.from(Uint32Array.of(crc32(code)).buffer)]));
  process.exit();
};

// The line that says that it is ready.
process.stdout.write = (line) => {
  warm(JSON.parse(line)).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });
  return true;
};
script.runInThisContext()(createRequire(file), file).commandLine();
