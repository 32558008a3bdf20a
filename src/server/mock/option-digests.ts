import { createHash } from 'node:crypto';
import type { SigningKey } from '../../identity/signing-keys.ts';
import type { ControlPolicy } from '../../plane/guard.ts';
import { loadFixture, type ShippedFixtures } from '../../seed/load.ts';

/** The options by which two mocks would answer a call in two ways. */
interface AnsweringOptions {
  readonly fixtures: readonly string[];
  readonly shippedFixtures: ShippedFixtures;
  readonly signingKey?: SigningKey | 'new';
  readonly control: ControlPolicy;
  readonly journalEntries?: number;
  readonly serviceDomain?: unknown;
  readonly profile?: unknown;
  readonly v1Casing?: unknown;
  readonly audiences?: unknown;
  readonly trusted?: unknown;
  readonly trustedAws?: unknown;
  readonly maxWorlds?: unknown;
  readonly requireWorld?: unknown;
  readonly eventPrefix?: unknown;
  readonly deliverySchedule?: unknown;
  readonly allowEgress?: unknown;
}

/** The URL that clients reach the mock by, and the digest of the snapshot that it begins with. */
interface Beginning {
  readonly url: string;
  readonly snapshot: string | undefined;
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * The digests of the options that are set, by flag. Another release may not know all options, and answers as this one
 * while they are not set. @throws FixtureError
 */
export const digestOptions = async (
  options: AnsweringOptions,
  { url, snapshot }: Beginning,
): Promise<Readonly<Record<string, string>>> => {
  const { fixtures, shippedFixtures: shipped, signingKey, control } = options;
  const contents = await Promise.all(fixtures.map(async (name) => (await loadFixture(name, { shipped })).contents));
  const values: Readonly<Record<string, unknown>> = {
    '--public-url': url,
    '--fixture': contents,
    '--snapshot': snapshot,
    '--service-domain': options.serviceDomain,
    '--profile': options.profile,
    '--v1-casing': options.v1Casing,
    '--audience': options.audiences,
    '--signing-key': typeof signingKey === 'object' ? signingKey.kid : signingKey,
    '--trust': options.trusted,
    '--trust-aws': options.trustedAws,
    '--control-token': control.token,
    '--max-worlds': options.maxWorlds,
    '--require-world': options.requireWorld,
    '--journal': options.journalEntries !== undefined,
    '--event-prefix': options.eventPrefix,
    '--delivery-schedule': options.deliverySchedule,
    '--allow-egress': options.allowEgress,
  };
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(set.map(([name, value]) => [name, digestOf(value)]));
};
