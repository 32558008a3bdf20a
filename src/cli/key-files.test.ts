import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FlagRefusal } from '../command/command-failure.ts';
import { exportSigningKey, generateSigningKey, toPublishedKey } from '../identity/signing-keys.ts';
import { signingKeyOf, trustedIssuerOf } from './key-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'key-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const KEY = await generateSigningKey();

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const PEM = file('key.pem', String(KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })));
const JWK = file('key.json', JSON.stringify(exportSigningKey(KEY)));
const KEYS = { keys: [toPublishedKey(KEY)] };
const JWKS = file('jwks.json', JSON.stringify(KEYS));
const GONE = join(folder, 'gone');
const ISSUER = 'https://issuer.test';

/** The message of a refusal, without the folder of the test. */
const reason = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof FlagRefusal, String(error));
    return error.message.replaceAll(`${folder}/`, '').replaceAll(folder, 'FOLDER');
  }
  return assert.fail('it was not refused');
};

for (const path of [PEM, JWK]) {
  test(`a signing key is read from ${path.slice(folder.length + 1)}`, async () => {
    const key = await signingKeyOf(path);
    assert.equal(key !== 'new' && key.kid, KEY.kid);
  });
}

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const NO_KEYS: readonly (readonly [path: string, reason: string])[] = [
  [GONE, '--signing-key gone: there is no such file or folder'],
  [folder, '--signing-key FOLDER: is a folder'],
  [file('empty', ''), '--signing-key empty: it is not a private key in PEM or JSON Web Key form'],
  [JWKS, '--signing-key jwks.json: it is not a private key in PEM or JSON Web Key form'],
  [
    file('curve.pem', String(curve.export({ type: 'pkcs8', format: 'pem' }))),
    '--signing-key curve.pem: it is not an RSA key, which RS256 needs',
  ],
];

for (const [path, refusal] of NO_KEYS) {
  test(`no signing key: ${refusal}`, async () => assert.equal(await reason(() => signingKeyOf(path)), refusal));
}

const TRUSTED: readonly (readonly [text: string, keys: unknown])[] = [
  [`${ISSUER}=any`, 'any'],
  [`${ISSUER}=${JWKS}`, { jwks: KEYS }],
  [`${ISSUER}=https://issuer.test/keys?a=b`, { url: 'https://issuer.test/keys?a=b' }],
  [`${ISSUER}=http://127.0.0.1:8080/keys`, { url: 'http://127.0.0.1:8080/keys' }],
];

for (const [text, keys] of TRUSTED) {
  test(`${text.replace(folder, '')} is an issuer and its keys`, async () => {
    assert.deepEqual(await trustedIssuerOf(text), { issuer: ISSUER, keys });
  });
}

test('an issuer is kept as it is given, with the slash at its end', async () => {
  assert.equal((await trustedIssuerOf(`${ISSUER}/=any`)).issuer, `${ISSUER}/`);
});

const FORM = 'it must be an issuer URL, "=", and a JWKS file, a URL or "any"';
const NO_SET = 'it is not a JSON Web Key Set with a key in it';

const UNTRUSTED: readonly (readonly [text: string, reason: string])[] = [
  ['', `--trust : ${FORM}`],
  [ISSUER, `--trust ${ISSUER}: ${FORM}`],
  [`${ISSUER}=`, `--trust ${ISSUER}=: ${FORM}`],
  ['=any', `--trust =any: ${FORM}`],
  ['issuer=any', `--trust issuer=any: ${FORM}`],
  [`${ISSUER}=https://`, `--trust ${ISSUER}=https://: https:// is not a URL`],
  [`${ISSUER}=ANY`, '--trust ANY: there is no such file or folder'],
  [`${ISSUER}=${GONE}`, '--trust gone: there is no such file or folder'],
  [`${ISSUER}=${PEM}`, `--trust key.pem: ${NO_SET}`],
  [`${ISSUER}=${JWK}`, `--trust key.json: ${NO_SET}`],
  ...['null', '[]', '{}', '{"keys":[]}', '{"keys":{}}', '{"keys":[1]}', '{"keys":["x"]}'].map(
    (text, at): readonly [string, string] => [
      `${ISSUER}=${file(`bad-${at}.json`, text)}`,
      `--trust bad-${at}.json: ${NO_SET}`,
    ],
  ),
];

for (const [text, refusal] of UNTRUSTED) {
  test(`no trusted issuer: ${refusal}`, async () => assert.equal(await reason(() => trustedIssuerOf(text)), refusal));
}
