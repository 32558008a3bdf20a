import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { contentOf, type Files, found, head, lay, line, log, sealed, snapshot, uidsIn } from '../testing/data-files.ts';
import { DataFileError } from './data-file-error.ts';
import { openJsonFileStore } from './json-file.ts';

// The files that remain when a process is killed at each step of folding a log into the file, in order.
const data = snapshot(1, 1, 'a');
const CRASHES: readonly (readonly [when: string, files: Files, content: string])[] = [
  ['before the first log is made', { data: snapshot(1, 0) }, ''],
  ['while it appends', { data, 'data.log.1': log(1, 1, 'b', '[["rows",{"ui') }, 'ab'],
  ['while the next log is made', { data, 'data.log.1': log(1, 1, 'b'), 'data.log.next': '["j' }, 'ab'],
  ['when the next log is made', { data, 'data.log.1': log(1, 1, 'b'), 'data.log.2': log(2, 2, '') }, 'ab'],
  [
    'while it appends and the next log is made',
    { data, 'data.log.1': log(1, 1, 'b', '['), 'data.log.2': log(2, 2, '') },
    'ab',
  ],
  [
    'when the next log is written to',
    { data, 'data.log.1': log(1, 1, 'b'), 'data.log.2': log(2, 2, 'c', '[4,[["ro') },
    'abc',
  ],
  [
    'while the snapshot is written',
    {
      data,
      'data.log.1': log(1, 1, 'b'),
      'data.log.2': log(2, 2, 'c'),
      '.data.next.tmp': '{"for',
    },
    'abc',
  ],
  [
    'before the snapshot has its name',
    {
      data,
      'data.log.1': log(1, 1, 'b'),
      'data.log.2': log(2, 2, 'c'),
      'data.next': snapshot(2, 2, 'a', 'b'),
    },
    'abc',
  ],
  [
    'after a snapshot that failed',
    {
      data,
      'data.log.1': log(1, 1, 'b'),
      'data.log.2': log(2, 2, 'c'),
      'data.log.3': log(3, 3, 'd'),
    },
    'abcd',
  ],
  [
    'when the snapshot has its name',
    {
      data: snapshot(2, 2, 'a', 'b'),
      'data.log.1': log(1, 1, 'x'),
      'data.log.2': log(2, 2, 'c'),
    },
    'abc',
  ],
  ['when the old log is gone', { data: snapshot(2, 2, 'a', 'b'), 'data.log.2': log(2, 2, 'c') }, 'abc'],
  [
    'at a clean stop, when the snapshot has its name',
    { data: snapshot(2, 2, 'a', 'b'), 'data.log.1': log(1, 1, 'x') },
    'ab',
  ],
];

for (const [when, files, content] of CRASHES) {
  test(`the files that a crash leaves ${when} load`, async () => {
    const file = lay(files);
    assert.equal(await contentOf(file), content);
    assert.deepEqual(Object.keys(found(file)), ['data']);
  });
}

test('the files that a crash leaves while a new file is made load', async () => {
  const file = lay({ 'data.next': '{"format":3,', 'data.log.1': '' });
  assert.equal(await contentOf(file), '');
  assert.deepEqual(Object.keys(found(file)), ['data']);
});

test('a log cut off after what was synced loads as the writes that are whole, and reports what is dropped', async () => {
  const lines = [line(1, 'a'), line(2, 'b', 'c'), line(3, 'é'), line(4, 'd')];
  const synced = head(1, 2) + lines.slice(0, 2).join('');
  const text = Buffer.from(head(1, 2) + lines.join(''));
  for (let cut = Buffer.byteLength(synced); cut <= text.length; cut += 1) {
    const file = lay({ data: snapshot(1, 0) });
    writeFileSync(`${file}.log.1`, text.subarray(0, cut));
    let whole = 2;
    while (whole < lines.length && Buffer.byteLength(head(1, 2) + lines.slice(0, whole + 1).join('')) <= cut)
      whole += 1;
    const bytes = cut - Buffer.byteLength(head(1, 2) + lines.slice(0, whole).join(''));
    const notices: string[] = [];
    const store = await openJsonFileStore({ file, notice: (one) => notices.push(one) });
    assert.equal(uidsIn(store), ['', 'a', 'abc', 'abcé', 'abcdé'][whole], `cut at ${cut}`);
    assert.equal(found(file)['data.log.1'], head(1, whole) + lines.slice(0, whole).join(''));
    const dropped = `${file}.log.1 line ${whole + 2} is cut off: ${bytes} bytes are not whole writes, and were not answered; they are dropped`;
    assert.deepEqual(notices, bytes > 0 ? [dropped] : []);
    await store.close();
  }
});

test('a log cut off before the end of what was synced is refused at any byte', async () => {
  const text = Buffer.from(head(1, 3) + line(1, 'a') + line(2, 'b', 'c') + line(3, 'é'));
  for (let cut = 0; cut < text.length; cut += 1) {
    const file = lay({ data: snapshot(1, 0) });
    writeFileSync(`${file}.log.1`, text.subarray(0, cut));
    await assert.rejects(
      openJsonFileStore({ file }),
      /log\.1 (?:line \d )?is (?:missing|damaged|cut off)/,
      `cut at ${cut}`,
    );
    assert.deepEqual(readFileSync(`${file}.log.1`), text.subarray(0, cut));
  }
});

const DAMAGED: readonly (readonly [what: string, files: Files, message: RegExp])[] = [
  [
    'a line with another checksum',
    { data: snapshot(1, 0), 'data.log.1': log(1, 0, 'abc').replace('"b"', '"x"') },
    /log\.1 line 3 is damaged: its checksum does not match; "platform-mock data check .*data" lists .* repair/,
  ],
  [
    'a line that is there twice',
    { data: snapshot(1, 0), 'data.log.1': head(1, 2) + line(1, 'a') + line(1, 'a') + line(2, 'b') },
    /log\.1 line 3 is damaged: it is write 1 once more/,
  ],
  [
    'a line after what was synced that is there twice',
    { data: snapshot(1, 0), 'data.log.1': head(1, 0) + line(1, 'a') + line(1, 'a') },
    /log\.1 line 3 is damaged: it is write 1 once more/,
  ],
  [
    'a line that is missing',
    { data: snapshot(1, 0), 'data.log.1': head(1, 3) + line(1, 'a') + line(3, 'b') },
    /log\.1 line 3 is damaged: write 3 is where write 2 belongs/,
  ],
  [
    'a last line that is missing',
    { data: snapshot(1, 0), 'data.log.1': head(1, 2) + line(1, 'a') },
    /log\.1 is cut off: it ends before write 2, and write 2 was answered/,
  ],
  ['an empty log', { data: snapshot(1, 0), 'data.log.1': '' }, /log\.1 line 1 is missing: the file is empty/],
  [
    'the log of another generation',
    { data: snapshot(1, 0), 'data.log.1': log(2, 0, 'a') },
    /log\.1 line 1 is the one of log 2/,
  ],
  [
    'a line that is not a list of changes',
    { data: snapshot(1, 0), 'data.log.1': `${head(1, 1)}${sealed('[1,{},', ']')}\n` },
    /log\.1 line 2 is damaged: a line must be a list/,
  ],
  [
    'a change without a uid',
    { data: snapshot(1, 0), 'data.log.1': `${head(1, 1)}${sealed('[1,[["rows",{}]],', ']')}\n` },
    /log\.1 line 2 is damaged: a change must/,
  ],
  [
    'an empty line',
    { data: snapshot(1, 0), 'data.log.1': `${head(1, 1)}\n${line(1, 'a')}` },
    /log\.1 line 2 is damaged/,
  ],
  [
    'a missing log',
    { data: snapshot(1, 0), 'data.log.1': log(1, 0, 'a'), 'data.log.3': log(3, 2, 'b') },
    /log\.2 is missing: .*log\.3 follows it/,
  ],
  ['an older file than its logs', { data: snapshot(1, 0), 'data.log.3': log(3, 2, 'b') }, /log\.1 is missing/],
  [
    'logs without a file',
    { 'data.log.3': log(3, 2, 'b') },
    /data is missing, but .*log\.3 holds writes that follow it/,
  ],
  [
    'logs beside an empty file',
    { data: ' \n', 'data.log.3': log(3, 2, 'b') },
    /data is empty, but .*log\.3 holds writes that follow it; .*"platform-mock data repair /,
  ],
  [
    'logs beside a file of zeros',
    { data: '\0\0\0', 'data.log.1': log(1, 0, 'b') },
    /data is empty, but .*log\.1 holds writes that follow it/,
  ],
  [
    'a log that goes on later than the file',
    { data: snapshot(1, 3), 'data.log.1': log(1, 4, 'a') },
    /log\.1 line 2 is damaged: write 5 is where write 4 belongs/,
  ],
  [
    'a torn line with a log after it',
    {
      data: snapshot(1, 0),
      'data.log.1': log(1, 0, 'a', '['),
      'data.log.2': log(2, 1, 'b'),
    },
    /log\.1 line 3 is cut off, and .*log\.2 goes on after it/,
  ],
  [
    'a row with another checksum',
    { data: snapshot(1, 0, 'a', 'b', 'c').replace('"b"', '"x"') },
    /data line 3 is damaged: its checksum does not match/,
  ],
  [
    'a row that is missing',
    { data: snapshot(1, 0, 'a', 'b', 'c').replace(/^\[2,.*\n/m, '') },
    /data line 3 is damaged: row 3 is where row 2 belongs/,
  ],
  [
    'a last row that is missing',
    { data: snapshot(1, 0, 'a', 'b').replace(/^\[2,.*\n/m, '') },
    /data is damaged: it has 1 of 2 rows/,
  ],
  [
    'a comma that is missing',
    { data: snapshot(1, 0, 'a', 'b').replace('],\n', ']\n') },
    /data line 2 is damaged: its end is not as it was written/,
  ],
  ['a last line that is missing', { data: snapshot(1, 0, 'a').slice(0, -3) }, /data is cut off/],
  ['something after the last line', { data: `${snapshot(1, 0, 'a')}\n` }, /data line 4 is behind the end/],
  [
    'another checksum of the first line',
    { data: snapshot(1, 0, 'a').replace('"sequence":0', '"sequence":1') },
    /data line 1 is damaged: its checksum does not match/,
  ],
];
for (const [what, files, message] of DAMAGED) {
  test(`${what} is refused by name, and everything is left as it is`, async () => {
    const file = lay(files);
    await assert.rejects(
      openJsonFileStore({ file }),
      (error) => error instanceof DataFileError && message.test(error.message),
    );
    assert.deepEqual(found(file), files);
  });
}
