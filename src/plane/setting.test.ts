import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Row, settingCollection } from '../kernel/rows.ts';
import { MemoryStore } from '../store/memory.ts';
import { Setting } from './setting.ts';

const words = settingCollection<Row & { readonly word: string }>('words');

const wordOf = (store: MemoryStore): Setting<Row & { readonly word: string }, readonly string[]> =>
  new Setting(store, words, (row, before = []) => [...before, row?.word ?? '']);

test('a setting is made of its row, and anew only when that is another', async () => {
  const store = new MemoryStore();
  const setting = wordOf(store);
  assert.deepEqual(setting.value, ['']);
  const written = setting.write(() => ({ word: 'one' }));
  assert.deepEqual(setting.value, ['', 'one']);
  await written;
  assert.equal(setting.value, setting.value);
  await store.write((tx) => tx.put(settingCollection('others'), { uid: 'x' }));
  assert.deepEqual(setting.value, ['', 'one']);
  await setting.write(() => undefined);
  assert.deepEqual(setting.value, ['', 'one', '']);
});

test('a setting that is undone is as it was, and one that another has written is seen', async () => {
  const store = new MemoryStore();
  const [setting, other] = [wordOf(store), wordOf(store)];
  const refused = setting.write(() => {
    throw new Error('refused');
  });
  await assert.rejects(refused, /refused/);
  assert.deepEqual(setting.value, ['']);
  await other.write(() => ({ word: 'two' }));
  assert.deepEqual([setting.value.at(-1), wordOf(store).value], ['two', ['two']]);
});

test('a setting stays when a state is restored', async () => {
  const store = new MemoryStore();
  const before = store.capture();
  const setting = wordOf(store);
  await setting.write(() => ({ word: 'kept' }));
  await store.restore(before);
  assert.equal(setting.value.at(-1), 'kept');
});
