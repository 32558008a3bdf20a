import type { AccessMode, ModeSetting } from '../../kernel/access-policy.ts';
import { type Row, type Store, settingCollection } from '../../kernel/rows.ts';
import { Setting } from '../../plane/setting.ts';

/** The access mode that a test has set. */
export const modes = settingCollection<Row & { readonly mode: AccessMode }>('accessMode');

/** The access mode of a world, in its rows. */
export const modeSetting = (store: Store): ModeSetting => {
  const setting = new Setting(store, modes, (row): AccessMode => row?.mode ?? 'enforce');
  return {
    get value() {
      return setting.value;
    },
    write: (mode) => setting.write(() => mode && { mode }),
  };
};
