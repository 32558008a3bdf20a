import { namesOf, rowsOf, uidsOf } from '../support/answer.ts';
import { fill, type Kind, kinds } from '../support/kinds.ts';
import { inOrder } from '../support/sorting.ts';
import { expect, type SharedScene, test } from '../support/test.ts';
import { pagesOf, walk } from '../support/walk.ts';

const ROWS = 11;

/** Rows of a kind that tests only read. */
const filled = (kind: Kind, sharedScene: SharedScene) => sharedScene(kind.plural, (org) => fill(kind, org, ROWS));

for (const kind of kinds) {
  test.describe(`List ${kind.plural}`, () => {
    test('spec §4L.2: a walk by the cursor equals one big page', async ({ api, sharedScene }) => {
      const { rows, list } = await filled(kind, sharedScene);
      const whole = await api.read(`${list}&page_size=200`);
      expect(uidsOf(rowsOf(whole, kind.plural)).toSorted()).toEqual(uidsOf(rows).toSorted());
      for (const size of [1, 3, 10, 11]) {
        const walked = await walk(api, `${list}&page_size=${size}`, kind.plural);
        expect(walked, `pages of ${size}`).toEqual(whole[kind.plural]);
      }
      expect(whole.totalCount).toBe(String(ROWS));
    });

    test(`4.3, C19: the order without order_by is ${kind.order}`, async ({ api, sharedScene }) => {
      const { list } = await filled(kind, sharedScene);
      const listed = rowsOf(await api.read(list), kind.plural);
      expect(uidsOf(listed)).toEqual(uidsOf(inOrder(listed, kind.order)));
    });

    for (const field of kind.sortable) {
      test(`4.3, L19: order_by=${field} sorts both ways and across pages`, async ({ api, sharedScene }) => {
        const { list } = await filled(kind, sharedScene);
        const listed = rowsOf(await api.read(list), kind.plural);
        for (const orderBy of [field, `${field} asc`, `${field} desc`]) {
          const walked = await walk(api, `${list}&page_size=3&order_by=${encodeURIComponent(orderBy)}`, kind.plural);
          expect(uidsOf(walked), orderBy).toEqual(uidsOf(inOrder(listed, orderBy)));
        }
      });
    }

    test('L5: skip reaches any position of the order', async ({ api, sharedScene }) => {
      const { list } = await filled(kind, sharedScene);
      const all = uidsOf(rowsOf(await api.read(list), kind.plural));
      for (const skip of [0, 1, ROWS - 1, ROWS, ROWS + 1]) {
        const page = await api.read(`${list}&page_size=2&skip=${skip}`);
        expect(uidsOf(rowsOf(page, kind.plural)), `skip ${skip}`).toEqual(all.slice(skip, skip + 2));
        expect(page.skipped).toBe(skip);
        expect(page.totalCount).toBe(String(ROWS));
      }
    });

    test('L10: rows made and deleted between pages result in no missing row and none twice', async ({ api, org }) => {
      const { rows, list, place } = await fill(kind, org, ROWS);
      const seen: string[] = [];
      const deleted = new Set<string>();
      let index = ROWS;
      for await (const page of pagesOf(api, `${list}&page_size=2`)) {
        seen.push(...uidsOf(rowsOf(page, kind.plural)));
        // One row that was seen is deleted, one that was not is deleted, and new rows appear anywhere in the order.
        const unseen = rows.find(({ uid }) => !seen.includes(uid) && !deleted.has(uid));
        for (const uid of [seen.find((one) => !deleted.has(one)), unseen?.uid]) {
          if (uid === undefined || deleted.has(uid)) continue;
          deleted.add(uid);
          expect((await api.delete(`${kind.path}/${uid}`)).status).toBe(200);
        }
        if (index < ROWS + 6) await kind.make(org, place, index);
        index += 1;
      }
      expect(new Set(seen).size).toBe(seen.length);
      const survivors = uidsOf(rows).filter((uid) => !deleted.has(uid));
      expect(survivors.filter((uid) => !seen.includes(uid))).toEqual([]);
    });
  });
}

test.describe('under parallel writes', () => {
  for (const orderBy of ['uid', 'name', 'name desc', 'created_at desc']) {
    test(`L10: a walk by ${orderBy} has every row that stays, once and in order`, async ({ api, org }) => {
      const stable: string[] = [];
      for (let index = 0; index < 30; index += 1) stable.push((await org.repo({ name: `s${(index * 11) % 30}` })).uid);
      let walking = true;
      const churn = async (word: string): Promise<void> => {
        for (let index = 0; walking && index < 200; index += 1) {
          const { uid } = await org.repo({ name: `${word}${index}` });
          await api.delete(`/registry/v2/repos/${uid}`);
        }
      };
      const churning = [churn('a'), churn('s1.'), churn('z')];
      const list = `/registry/v2/repos?uidp.children_of=${org.uid}&page_size=3&order_by=${encodeURIComponent(orderBy)}`;
      const walked = await walk(api, list, 'repos');
      walking = false;
      await Promise.all(churning);
      const uids = uidsOf(walked);
      expect(new Set(uids).size).toBe(uids.length);
      expect(stable.filter((uid) => !uids.includes(uid))).toEqual([]);
      const field = orderBy.replace('created_at', 'createTime');
      expect(namesOf(walked)).toEqual(namesOf(inOrder(walked, field)));
    });
  }
});
