import { ok } from '../support/answer.ts';
import { expectInvalid, expectMissing, expectViolation } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';
import { settled, updatables } from '../support/updatable.ts';

for (const kind of updatables) {
  const { plural, path, field, other, required } = kind;
  test.describe(`PATCH ${plural}`, () => {
    test('6.1: without a mask the given fields change and the others stay', async ({ api, org }) => {
      const row = await kind.make(org);
      const after = await kind.after(org);
      const changed = ok(await api.patch(`${path}/${row.uid}`, { [field]: after }));
      expect(changed[field]).toEqual(after);
      expect(changed[other]).toEqual(row[other]);
      expect(changed.createTime).toBe(row.createTime);
      expect(await api.read(`${path}/${row.uid}`)).toEqual(changed);
    });

    test('6.1: null is a field that is not given', async ({ api, org }) => {
      const row = await kind.make(org);
      const changed = ok(await api.patch(`${path}/${row.uid}`, { [field]: null, [other]: await kind.otherAfter(org) }));
      expect(changed[field]).toEqual(row[field]);
    });

    test('6.2: with a mask only what it lists changes', async ({ api, org }) => {
      const row = await kind.make(org);
      const body = { [field]: await kind.after(org), [other]: await kind.otherAfter(org), uid: 'x' };
      const changed = ok(await api.patch(`${path}/${row.uid}?updateMask=${field}`, body));
      expect(changed[field]).toEqual(body[field]);
      expect(changed[other]).toEqual(row[other]);
    });

    test('6.2: an update whose mask lists a required field and whose body omits it is refused', async ({
      api,
      org,
    }) => {
      const row = await kind.make(org);
      expectViolation(await api.patch(`${path}/${row.uid}?updateMask=${required}`, {}), required);
      expect(await api.read(`${path}/${row.uid}`)).toMatchObject({ [required]: row[required] });
    });

    if (kind.zero !== undefined) {
      test('6.1: a zero value that is given clears the field', async ({ api, org }) => {
        const row = await kind.make(org);
        const changed = ok(await api.patch(`${path}/${row.uid}`, { [field]: kind.zero }));
        expect(settled(changed, field)).toEqual(kind.zero);
        expect(changed[other]).toEqual(row[other]);
      });

      test('6.2: a field that the mask lists and the body omits is cleared', async ({ api, org }) => {
        const row = await kind.make(org);
        const changed = ok(await api.patch(`${path}/${row.uid}?updateMask=${field}`, {}));
        expect(settled(changed, field)).toEqual(kind.zero);
      });
    }

    for (const body of [{}, undefined] as const) {
      test(`6.3: ${body ? 'an empty object' : 'an empty body'} without a mask changes nothing`, async ({
        api,
        org,
      }) => {
        const row = await kind.make(org);
        const before = await api.read(`${path}/${row.uid}`);
        expect(ok(await api.patch(`${path}/${row.uid}`, body))).toEqual(before);
      });
    }

    test('6.4: an unknown key is refused without a mask', async ({ api, org }) => {
      const row = await kind.make(org);
      const answer = await api.patch(`${path}/${row.uid}`, { bogus: 1, [field]: await kind.after(org) });
      expectInvalid(answer, { bogus: /./ });
      expect((await api.read(`${path}/${row.uid}`))[field]).toEqual(row[field]);
    });

    test('6.4, C20: an unknown key is ignored with a mask', async ({ api, org }) => {
      const row = await kind.make(org);
      const after = await kind.after(org);
      const changed = ok(await api.patch(`${path}/${row.uid}?updateMask=${field}`, { bogus: 1, [field]: after }));
      expect(changed[field]).toEqual(after);
    });

    for (const [name, mask] of [
      ['the JSON name', kind.field],
      ['the proto name', kind.snake],
      ['blanks around it', `%20${kind.field}%20`],
      ['a repetition', `${kind.field},${kind.snake}`],
    ] as const) {
      test(`6.5: a mask may have ${name}`, async ({ api, org }) => {
        const row = await kind.make(org);
        const after = await kind.after(org);
        for (const parameter of ['updateMask', 'update_mask']) {
          const changed = ok(await api.patch(`${path}/${row.uid}?${parameter}=${mask}`, { [field]: after }));
          expect(changed[field]).toEqual(after);
        }
      });
    }

    test('1.4, 6.5: the body may have the proto name', async ({ api, org }) => {
      const row = await kind.make(org);
      const after = await kind.after(org);
      expect(ok(await api.patch(`${path}/${row.uid}`, { [kind.snake]: after }))[field]).toEqual(after);
    });

    test('6.6: an unknown path fails the whole call', async ({ api, org }) => {
      const row = await kind.make(org);
      const answer = await api.patch(`${path}/${row.uid}?updateMask=${field},bogus`, {
        [field]: await kind.after(org),
      });
      expectInvalid(answer, { updateMask: 'unknown field "bogus"' });
      expect((await api.read(`${path}/${row.uid}`))[field]).toEqual(row[field]);
    });

    test('6.7: output-only fields are ignored in mask and body', async ({ api, org }) => {
      const row = await kind.make(org);
      const before = await api.read(`${path}/${row.uid}`);
      const body = { uid: 'x', createTime: '2000-01-01T00:00:00Z', updateTime: '2000-01-01T00:00:00Z' };
      for (const query of ['', '?updateMask=createTime', '?updateMask=uid,updateTime,create_time']) {
        expect(ok(await api.patch(`${path}/${row.uid}${query}`, body)), query).toEqual(before);
      }
    });

    test('6.14: a uid in the body does not redirect the update to another row', async ({ api, org }) => {
      const [row, victim] = [await kind.make(org), plural === 'accountAssociations' ? org : await kind.make(org)];
      const changed = ok(await api.patch(`${path}/${row.uid}`, { uid: victim.uid, [field]: await kind.after(org) }));
      expect(changed.uid).toBe(row.uid);
    });

    test('6.15: a missing row is 404 and is not created', async ({ api, org }) => {
      const uid = `${org.uid}/${'f'.repeat(16)}`;
      expectMissing(await api.patch(`${path}/${uid}`, { [field]: await kind.after(org) }), kind.type, uid);
      expectMissing(await api.get(`${path}/${uid}`), kind.type, uid);
    });

    test('6.16: the answer is the whole row, as Get returns it', async ({ api, org }) => {
      const row = await kind.make(org);
      const changed = ok(await api.patch(`${path}/${row.uid}?updateMask=${field}`, { [field]: await kind.after(org) }));
      expect(changed).toEqual(await api.read(`${path}/${row.uid}`));
      expect(changed.updateTime >= row.updateTime).toBe(true);
    });

    test('6.17: two writes at the same time are both answered, and one of them remains', async ({ api, org }) => {
      const row = await kind.make(org);
      const values = [await kind.after(org), row[field]];
      const answers = await Promise.all(values.map((value) => api.patch(`${path}/${row.uid}`, { [field]: value })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(values).toContainEqual((await api.read(`${path}/${row.uid}`))[field]);
    });
  });
}
