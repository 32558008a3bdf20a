import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../../command/command-failure.ts';
import { Exit } from '../../command/exit.ts';
import { allResources, describedOperations } from '../../editions/editions.ts';
import { canonicalJson } from '../../json.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import type { Resource } from '../../kernel/resource.ts';
import { collection, type Row, type Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { profileNamed } from '../../schema/profile.ts';
import type { ProfileName } from '../../schema/profile-differences.ts';
import { fixtureFormat } from '../../seed/fixture-format.ts';
import type { ShippedFixtures } from '../../seed/load.ts';
import { itemOf, pairLines } from '../../seed/yaml-text.ts';
import { MemoryStore } from '../../store/memory.ts';
import { Population } from '../../world/population.ts';
import { type Read, readWithReadmes } from './read-rows.ts';
import { STAND_IN_NOW, StandIns } from './stand-ins.ts';

const OWNER_ONLY = 0o600;

type SpooledRow = readonly [of: string, row: Row];

/** Rows on the disk while an organization is read; only one page of them is in memory. */
class RowSpool {
  readonly #folder: string;
  readonly #file: FileHandle;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async create(): Promise<RowSpool> {
    const folder = await mkdtemp(join(tmpdir(), 'platform-mock-import-'));
    return new RowSpool(folder, await open(join(folder, 'rows.jsonl'), 'wx+', OWNER_ONLY));
  }

  async add(rows: Iterable<SpooledRow>): Promise<void> {
    await this.#file.appendFile([...rows].map((row) => `${JSON.stringify(row)}\n`).join(''));
  }

  async *rows(): AsyncGenerator<SpooledRow> {
    for await (const line of this.#file.readLines({ start: 0, autoClose: false })) yield JSON.parse(line) as SpooledRow;
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export interface ImportOptions {
  readonly group: string;
  readonly profile: ProfileName;
  readonly out: string;
  /** True to keep uids, names, texts and times as they are. */
  readonly keepNames: boolean;
  readonly nowMillis: number;
  readonly shippedFixtures: ShippedFixtures;
}

export interface Imported {
  /** The number of rows of each resource. */
  readonly counts: ReadonlyMap<string, number>;
  /** The resources that could not be read, and why. */
  readonly missing: ReadonlyMap<string, string>;
}

/** Checksums of rows by collection, which do not depend on the order of the rows. */
class RowSums {
  readonly #sums = new Map<string, bigint>();

  add(of: string, row: Row): void {
    const digest = createHash('sha256').update(canonicalJson(row)).digest('hex').slice(0, 32);
    this.#sums.set(of, (this.#sums.get(of) ?? 0n) + BigInt(`0x${digest}`));
  }

  /** The collections whose rows differ from the rows of another. */
  differing(other: RowSums): readonly string[] {
    const names = new Set([...this.#sums.keys(), ...other.#sums.keys()]);
    return [...names].filter((name) => this.#sums.get(name) !== other.#sums.get(name));
  }
}

const reserved: ReadonlySet<string> = new Set(
  allResources.flatMap(({ builtIn = [] }) => builtIn.map(({ uid }) => uid)),
);
/** The form in which the rows of each collection are written. */
const kinds = new Map([...fixtureFormat(allResources).kinds.values()].map((kind) => [kind.resource.name, kind]));

const linesText = (lines: Iterable<string>): string => [...lines].map((line) => `${line}\n`).join('');

/** The lines at the head of a fixture: its description, and the resources that are missing. */
const headLines = function* (
  { keepNames, nowMillis }: ImportOptions,
  { missing }: Pick<Imported, 'missing'>,
): Generator<string> {
  const what = keepNames ? 'with its names' : 'with stand-ins for its names and texts';
  yield `# An organization, imported ${what}.`;
  for (const [name, reason] of missing) yield `# Not in it: ${name}: ${reason}.`;
  yield* pairLines('description', `An organization, imported ${what}.`, 0);
  yield* pairLines('exact', true, 0);
  yield* pairLines('startTime', new Date(keepNames ? nowMillis : STAND_IN_NOW).toISOString(), 0);
};

/** Reads the rows into a spool, and shows each to the stand-ins. */
const spoolRows = async (
  read: Read,
  options: ImportOptions,
  spool: RowSpool,
  standIns: StandIns,
): Promise<Imported> => {
  const operations = operationsIn(profileNamed(options.profile), describedOperations());
  const counts = new Map<string, number>();
  const missing = new Map<string, string>();
  for await (const page of readWithReadmes(read, { group: options.group, operations })) {
    const { resource } = page;
    if ('missing' in page) {
      missing.set(resource.words.plural, page.missing);
      continue;
    }
    const kind = kinds.get(resource.name);
    const rows = page.rows.filter(({ uid }) => kind !== undefined && !reserved.has(uid));
    for (const row of rows) if (kind) standIns.see(resource, kind.fields, row);
    if (rows.length > 0) counts.set(resource.name, (counts.get(resource.name) ?? 0) + rows.length);
    await spool.add(rows.map((row) => [resource.name, row] as const));
  }
  standIns.settle();
  return { counts, missing };
};

/** The text of the fixture, of which each row is added to `sums`. */
async function* fixtureText(
  options: ImportOptions,
  imported: Imported,
  rows: AsyncIterable<SpooledRow>,
  standIns: StandIns,
  sums: RowSums,
): AsyncGenerator<string> {
  yield linesText(headLines(options, imported));
  let current = '';
  for await (const [of, given] of rows) {
    const kind = kinds.get(of);
    if (!kind) continue;
    if (current === '') yield 'rows:\n';
    if (of !== current) yield `  ${of}:\n`;
    current = of;
    const row = options.keepNames ? given : standIns.replace(kind.resource, kind.fields, given);
    const fields = Object.entries(row).filter(
      ([name, value]) => name === 'uid' || (value !== undefined && kind.fields.fields.has(name)),
    );
    sums.add(of, Object.fromEntries(fields) as unknown as Row);
    const lines = fields.flatMap(([name, value]) => [...pairLines(name, value, 6)]);
    yield linesText(itemOf(lines, 4));
  }
}

/** The number of rows of a fixture that are loaded at once: to read a text as YAML takes many times its size. */
const PIECE = 2_000;
const ITEM = '    - ';

/** A fixture in pieces that are fixtures, each with its head and some of its rows. */
async function* piecesOf(file: string): AsyncGenerator<string> {
  const head: string[] = [];
  let rows: string[] = [];
  let of = '';
  let count = 0;
  const piece = (): string => [...head, of, ...rows, ''].join('\n');
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const isCollection = /^ {2}\w+:$/.test(line);
    if (of === '' && !isCollection) head.push(line);
    else if (isCollection) {
      if (count > 0) yield piece();
      [of, rows, count] = [line, [], 0];
    } else {
      if (line.startsWith(ITEM)) count += 1;
      if (count > PIECE) {
        yield piece();
        [rows, count] = [[], 1];
      }
      rows.push(line);
    }
  }
  if (count > 0) yield piece();
}

/** The sums of the rows that a mock has once a fixture is applied. */
const sumsOfFixture = async ({ out, shippedFixtures }: ImportOptions, names: readonly string[]): Promise<RowSums> => {
  const store = new MemoryStore();
  const rows: Rows = store.rows;
  const clock = { now: (): number => STAND_IN_NOW };
  const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'platform-mock' };
  const population = new Population({ store, clock, settings, shipped: shippedFixtures });
  await population.beginEmpty();
  const before = new Set([...names].flatMap((name) => rows.listWithin(collection(name), TOP).map(({ uid }) => uid)));
  for await (const text of piecesOf(out)) await population.apply({ text }, 'merge');
  const sums = new RowSums();
  for (const name of names) {
    for (const row of rows.listWithin(collection(name), TOP)) if (!before.has(row.uid)) sums.add(name, row);
  }
  return sums;
};

/**
 * Reads an organization by calls that only read, writes it as a fixture, and loads that into a mock of its own.
 * @throws CommandFailure if the mock then has other rows; the file is removed
 */
export const importOrganization = async (read: Read, options: ImportOptions): Promise<Imported> => {
  const spool = await RowSpool.create();
  const standIns = new StandIns(reserved, options.nowMillis);
  try {
    const imported = await spoolRows(read, options, spool, standIns);
    const written = new RowSums();
    const text = fixtureText(options, imported, spool.rows(), standIns, written);
    await pipeline(text, createWriteStream(options.out, { flags: 'wx', mode: 0o600 }));
    const differing = written.differing(await sumsOfFixture(options, [...imported.counts.keys()]));
    if (differing.length > 0) {
      await rm(options.out, { force: true });
      const what = `the fixture does not load to the rows that were read: ${differing.join(', ')}`;
      throw new CommandFailure(what, Exit.gate);
    }
    return imported;
  } finally {
    await spool.remove();
  }
};

/** The plural words for the rows of a resource. */
export const wordsOf = (name: string): string =>
  allResources.find((resource: Resource) => resource.name === name)?.words.plural ?? name;
