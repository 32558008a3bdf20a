import type { WriteContext } from '../../../kernel/resource.ts';
import { defineResource, type RowOf, readMethod, writeMethod } from '../../../kernel/resource.ts';
import { type Collection, collection, type Rows } from '../../../kernel/rows.ts';
import { bool, timestamp, uid } from '../../../schema/field-types.ts';
import { message, optional, output, required, type Static } from '../../../schema/message.ts';
import { PACKAGE, registryOperation } from './registry-operation.ts';

/** The group of the default fixture, for examples. */
const GROUP = '398b803fffbcf8cbc364eba13b65ac7bd90ff292';

const SWITCHES = {
  uniqueTags: optional(2, bool(), 'Whether copied tags are labelled so that each is unique.', { always: true }),
  eolGracePeriod: optional(3, bool(), 'Whether tags at their end of life are still built for a while.', {
    always: true,
  }),
};

const RegistrySettings = message(`${PACKAGE}.RegistrySettings`, 'The registry settings of a group.', {
  registryId: required(1, uid(), 'The id of the group.', { always: true, example: GROUP }),
  ...SWITCHES,
});

const GetRegistrySettingsRequest = message(
  `${PACKAGE}.GetRegistrySettingsRequest`,
  'The group whose settings to get.',
  {
    registryId: required(1, uid(), 'The id of the group.', { example: GROUP }),
  },
);

const StoredSettings = message(
  'mock.RegistrySettings',
  'The registry settings of a group, stored once they were set.',
  {
    uid: output(1, uid(), 'The uid of the group.'),
    ...SWITCHES,
    createTime: output(4, timestamp(), 'When the settings were first set.'),
    updateTime: output(5, timestamp(), 'When the settings were last set.'),
  },
);

type SettingsRow = RowOf<typeof StoredSettings>;
type Settings = Static<typeof RegistrySettings>;

const settingsRows: Collection<SettingsRow> = collection<SettingsRow>('registrySettings');

const settingsOf = (registryId: string, rows: Rows): Settings => {
  const { uniqueTags = false, eolGracePeriod = false } = rows.get(settingsRows, registryId) ?? {};
  return { registryId, uniqueTags, eolGracePeriod };
};

const replace = (
  { registryId = '', uniqueTags = false, eolGracePeriod = false }: Settings,
  { tx, now }: WriteContext,
): Settings => {
  const createTime = tx.get(settingsRows, registryId)?.createTime ?? now;
  tx.put(settingsRows, { uid: registryId, uniqueTags, eolGracePeriod, createTime, updateTime: now });
  return settingsOf(registryId, tx);
};

const PATH = '/registry/v1/settings/{registry_id=**}';

/** Registry settings of groups, which only v1 has. */
export const registrySettings = defineResource({
  domain: 'registry',
  singular: 'registrySettings',
  plural: 'registrySettings',
  description: 'The registry settings of a group.',
  message: StoredSettings,
  served: false,
  sharesParentUid: true,
  parent: { singular: 'group', onDelete: 'cascade' },
  methods: {
    getRegistrySettings: readMethod(
      registryOperation('GetRegistrySettings', {
        summary: 'Get the settings of a registry',
        description: 'Gets the registry settings of a group; every switch is off until it is set.',
        http: { method: 'GET', path: PATH },
        request: GetRegistrySettingsRequest,
        response: RegistrySettings,
        capabilities: ['registry.settings.list'],
        scope: 'registryId',
      }),
      ({ registryId = '' }: Static<typeof GetRegistrySettingsRequest>, { rows }) => settingsOf(registryId, rows),
      { scopeType: 'group' },
    ),
    updateRegistrySettings: writeMethod(
      registryOperation('UpdateRegistrySettings', {
        summary: 'Replace the settings of a registry',
        description: 'Replaces the registry settings of a group: an omitted switch is off.',
        http: { method: 'PUT', path: PATH, body: '*' },
        request: RegistrySettings,
        response: RegistrySettings,
        capabilities: ['registry.settings.update'],
        scope: 'registryId',
      }),
      replace,
      { scopeType: 'group' },
    ),
  },
});
