import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { certificateFor, makeCertificate, namesOf, publishAuthority, TlsRefusal } from './tls-certificate.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const NAMES: readonly (readonly [host: string, publicUrl: string | undefined, further: readonly string[]])[] = [
  ['127.0.0.1', undefined, []],
  ['0.0.0.0', undefined, []],
  ['::', undefined, []],
  ['192.0.2.7', undefined, ['192.0.2.7']],
  ['127.0.0.1', 'https://mock.example.test:8443/api', ['mock.example.test']],
  ['0.0.0.0', 'https://[2001:db8::1]', ['2001:db8::1']],
  ['127.0.0.1', 'http://localhost:1', []],
];

test('H1: names that are given come after those of the port, each once', () => {
  const others = ['api.test', 'issuer.test'];
  assert.deepEqual(namesOf('127.0.0.1', 'https://api.test', others), ['localhost', '127.0.0.1', '::1', ...others]);
});

for (const [host, publicUrl, further] of NAMES) {
  test(`a server on ${host}${publicUrl ? ` behind ${publicUrl}` : ''} is reached by its own names`, () => {
    assert.deepEqual(namesOf(host, publicUrl), ['localhost', '127.0.0.1', '::1', ...further]);
  });
}

test('a certificate is good for its names, is signed by its authority, and signs nothing itself', async () => {
  const { cert, authority = '' } = await makeCertificate(['localhost', '127.0.0.1', '::1', 'mock.test']);
  const [leaf, root] = [new X509Certificate(cert), new X509Certificate(authority)];
  assert.equal(leaf.checkHost('localhost'), 'localhost');
  assert.equal(leaf.checkHost('mock.test'), 'mock.test');
  assert.equal(leaf.checkIP('127.0.0.1'), '127.0.0.1');
  assert.ok(leaf.checkIP('::1'));
  assert.equal(leaf.checkHost('other.test'), undefined);
  assert.ok(leaf.checkIssued(root) && leaf.verify(root.publicKey));
  assert.deepEqual([leaf.ca, root.ca], [false, true]);
  assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.1']);
});

test('every start has an authority of its own', async () => {
  const [one, other] = await Promise.all([makeCertificate(['localhost']), makeCertificate(['localhost'])]);
  const [a, b] = [new X509Certificate(one.authority ?? ''), new X509Certificate(other.authority ?? '')];
  assert.notEqual(a.subject, b.subject);
  assert.equal(new X509Certificate(one.cert).verify(b.publicKey), false);
});

test('files are used as they are, and refused when no server can be made with them', async () => {
  const { cert, key } = await makeCertificate(['localhost']);
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  assert.deepEqual(await certificateFor({ certFile, keyFile }, []), { cert, key });
  for (const setting of [
    { certFile: keyFile, keyFile: certFile },
    { certFile, keyFile: join(folder, 'none') },
    { certFile, keyFile: folder },
  ]) {
    await assert.rejects(certificateFor(setting, []), TlsRefusal);
  }
});

test('an authority is published where it was chosen, and stays there', async () => {
  const chosen = join(folder, 'ca.pem');
  const { file, remove } = await publishAuthority({ cert: '', key: '', authority: 'PEM' }, 1, chosen);
  await remove();
  assert.deepEqual([file, await readFile(chosen, 'utf8')], [chosen, 'PEM']);
});

test('an authority is published to a temporary file of its own, which can be deleted', async () => {
  const { file = '', remove } = await publishAuthority({ cert: '', key: '', authority: 'PEM' }, 65_535, undefined);
  assert.match(file, /platform-mock-65535-\d+-ca\.pem$/);
  assert.equal(await readFile(file, 'utf8'), 'PEM');
  await remove();
  assert.equal(existsSync(file), false);
});

test('without an authority nothing is published', async () => {
  const { file, remove } = await publishAuthority({ cert: '', key: '' }, 1, join(folder, 'unwritten'));
  await remove();
  assert.equal(file, undefined);
  assert.equal(existsSync(join(folder, 'unwritten')), false);
});

test('for a path that cannot be written the error names the flag that chooses another', async () => {
  const nowhere = join(folder, 'missing', 'ca.pem');
  await assert.rejects(
    publishAuthority({ cert: '', key: '', authority: 'PEM' }, 1, nowhere),
    (error) => error instanceof TlsRefusal && /--tls-ca-file.*ENOENT/.test(error.message),
  );
});
