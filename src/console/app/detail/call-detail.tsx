import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../../generated/nouns.ts';
import { triesWith } from '../../../features/evidence/attempts.ts';
import type { Call } from '../calls/call.ts';
import { readCheck, readEntry } from '../calls/call-source.ts';
import type { Connection } from '../connection.ts';
import { EventsTab } from '../events/event-detail.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, Icon, MidCut, Text } from '../frame/bits.tsx';
import { useConsole, useCopy, useLoaded } from '../frame/console-context.ts';
import { useKeys } from '../frame/keys.ts';
import { count, millisText, timeParts } from '../frame/text.ts';
import { AttemptsTab } from './attempts-tab.tsx';
import { ChangesTab } from './changes-tab.tsx';
import { type ChosenCall, TABS, type TabName } from './chosen-call.ts';
import { type CodeFacts, CodeTab, curlOf, findCreated, testOf, uidsAbove } from './code-tab.tsx';
import { FailNext } from './fail-next.tsx';
import { Got, Sent } from './request-tab.tsx';
import { useCallActions, useWorldBefore } from './use-call-actions.ts';
import { WhyTab } from './why-tab.tsx';

/** The names of the rows above the one that a call has created, the root first; those in the entry if no mock is asked. */
const namesAbove = async (entry: JournalEntry, connection: Connection | undefined): Promise<readonly string[]> => {
  const created = findCreated(entry);
  if (!created) return [];
  if (!connection) return entry.about?.group?.split('/') ?? [];
  const uids = uidsAbove(created.uid);
  return Promise.all(
    uids.map(async (uid, nth) => {
      const isRepo = created.place === 'tags' && nth === uids.length - 1;
      const path = isRepo ? `/registry/v2/repos/${uid}` : `/iam/v2/groups/${uid}`;
      return (await connection.call<{ name: string }>('', 'GET', path)).name;
    }),
  );
};

const PROTOCOLS = { rest: 'REST', grpc: 'gRPC', 'grpc-web': 'gRPC-Web', connect: 'Connect' } as const;

/** The longest last segment of a path that is never cut, with its slash: a row's. A group's is cut at its start. */
const MAX_LAST = 17;
const END_OF_GROUP = 4;

const Actions = (props: {
  call: Call;
  actions: ReturnType<typeof useCallActions>;
  before: ReturnType<typeof useWorldBefore>;
  codeFacts: () => Promise<CodeFacts>;
}) => {
  const { call, actions, before, codeFacts } = props;
  const [isFailing, setIsFailing] = useState(false);
  const context = useConsole();
  const copy = useCopy();
  const curl = async (): Promise<string> => curlOf(await readEntry(context, call), await codeFacts());
  const test = async (): Promise<string> => testOf(await readEntry(context, call), await codeFacts(), 'vitest');
  useKeys({
    c: () => copy(curl(), 'Copied as curl.'),
    y: () => copy(test(), 'Copied as a test.'),
    f: () => actions !== undefined && setIsFailing(true),
  });
  return (
    <div class="acts">
      {actions && (
        <>
          <Button label="Send again" keyName="r" run={actions.again} />
          <Button label="Fail next time" keyName="f" run={() => setIsFailing(!isFailing)} />
        </>
      )}
      {before && <Button label={actions ? 'World before' : 'Rows before'} keyName="b" run={before} />}
      <Copy keyName="c" text={curl} of="as curl">
        Copy
      </Copy>
      {isFailing && actions && <FailNext call={call} onChosen={actions.fail} onClose={() => setIsFailing(false)} />}
    </div>
  );
};

/** The path, the caller, the client, the time and the place of a call. */
const Facts = ({ call }: { call: Call }) => {
  const { worlds, world } = useConsole();
  const { method, path, protocol, version, durationMs, caller, client, time } = call.entry;
  const last = Math.min(path.length - END_OF_GROUP, path.lastIndexOf('/'));
  const at = path.length - last > MAX_LAST ? path.length - END_OF_GROUP : last;
  return (
    <>
      <MidCut text={`${method} ${path}`} at={method.length + 1 + Math.max(0, at)} />
      <div class="facts">
        {caller && <Text>{call.caller}</Text>}
        {client !== undefined && <Text>{client.split(/\s/)[0]?.replace('/', ' ') ?? ''}</Text>}
        <span>
          {PROTOCOLS[protocol]} {version}
        </span>
        <span class="num" title={time}>
          {timeParts(Date.parse(time)).join('')}
        </span>
        <span class="num">{durationMs === undefined ? 'open' : `${millisText(durationMs)} ms`}</span>
        {world === undefined && (
          <span class="cut">
            in <Text>{worlds.get(call.world)?.title ?? call.world}</Text>
          </span>
        )}
      </div>
    </>
  );
};

/** The contents of the open tab. */
const Panel = (props: {
  chosen: ChosenCall;
  call: Call;
  entry: JournalEntry;
  actions: ReturnType<typeof useCallActions>;
  before: ReturnType<typeof useWorldBefore>;
  codeFacts: () => Promise<CodeFacts>;
}) => {
  const { call, entry, actions, before, codeFacts } = props;
  const { tries, tab, show } = props.chosen;
  const { open } = call;
  const context = useConsole();
  const isEnded = context.worlds.get(call.world)?.isEnded;
  const otherTries = tries.map((each) => each.entry);
  const check = useLoaded(() => readCheck(context, call), [open, isEnded]).value;
  const isCode = tab === 'code';
  const code = useLoaded(async () => (isCode ? codeFacts() : undefined), [isCode, entry, actions === undefined]).value;
  const panels: Readonly<Record<TabName, () => ComponentChildren>> = {
    request: () => (
      <>
        <Sent entry={entry} />
        <Got entry={entry} />
      </>
    ),
    changes: () => <ChangesTab entry={entry} world={call.world} onBefore={before} />,
    why: () => <WhyTab entry={entry} check={check} tries={otherTries} onGrant={actions?.grant} />,
    events: () => <EventsTab call={call} />,
    attempts: () => (
      <AttemptsTab
        entry={call.entry}
        tries={otherTries}
        onShow={(wanted) => tries.filter((each) => each.entry === wanted).forEach(show)}
      />
    ),
    code: () => code && <CodeTab entry={entry} facts={code} />,
  };
  return <>{panels[tab]()}</>;
};

/** The tabs of a call, some with the number of what they have. */
const tabsOf = (entry: JournalEntry, tries: readonly Call[]) => {
  const attempts = triesWith(
    entry,
    tries.map((each) => each.entry),
  ).length;
  const counts: Readonly<Partial<Record<TabName, number>>> = {
    changes: entry.changes.length,
    events: entry.events?.length ?? 0,
    attempts: attempts < 2 ? 0 : attempts,
  };
  return TABS.map(([name, title]) => [name, title, counts[name]] as const);
};

/** The chosen call: what it is, what can be done about it, and a tab for each question. */
export const CallDetail = ({ chosen, call }: { chosen: ChosenCall; call: Call }) => {
  const context = useConsole();
  const { isReadOnly, facts, connectTo, worlds } = context;
  const { tries, tab, onTab, step, close } = chosen;
  const { entry: listed, open, failed, faulted } = call;
  const isEnded = worlds.get(call.world)?.isEnded;
  const connection = isReadOnly || isEnded ? undefined : connectTo(call.world);
  const actions = useCallActions(call);
  const before = useWorldBefore(call);
  const entry = useLoaded(() => readEntry(context, call), [open]).value ?? listed;
  const codeFacts = async (): Promise<CodeFacts> => ({
    url: facts.url,
    orgId: connection ? (await connection.steer<{ orgId: string }>('GET', 'info')).orgId : '',
    namesAbove: await namesAbove(entry, connection),
  });
  const newer = tries.filter(({ number }) => number > call.number).length;
  return (
    <Aside
      label="The selected call"
      mark={
        <span class={`st b ${faulted && (failed || listed.handled) ? 'fault' : failed ? 'bad' : ''}`}>
          {open ? '…' : listed.status || '—'}
        </span>
      }
      title={
        <span title={call.operation}>
          <Text>{call.operation}</Text>
        </span>
      }
      behind={
        <>
          <Text look="t2 cut">{listed.about?.name ?? listed.about?.group ?? ''}</Text>
          {newer > 0 && <span class="t3 cut">{count(newer, 'newer try', 'newer tries')}</span>}
        </>
      }
      buttons={
        <>
          <Button label={<Icon name="up" />} look="q wide small" name="Previous call" run={() => step(-1)} />
          <Button label={<Icon name="down" />} look="q wide small" name="Next call" run={() => step(1)} />
        </>
      }
      head={
        <>
          <Facts call={call} />
          <Actions call={call} actions={actions} before={before} codeFacts={codeFacts} />
        </>
      }
      tabs={{ label: 'About the call', tabs: tabsOf(listed, tries), tab, onTab }}
      onClose={close}
    >
      <Panel chosen={chosen} call={call} entry={entry} actions={actions} before={before} codeFacts={codeFacts} />
    </Aside>
  );
};
