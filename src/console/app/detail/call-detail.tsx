import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../../generated/nouns.ts';
import { triesWith } from '../../../features/evidence/attempts.ts';
import type { Call } from '../calls/call.ts';
import { millisText, timeParts } from '../calls/time-text.ts';
import type { Connection } from '../connection.ts';
import { EventsTab } from '../events/events-tab.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, count, MidCut, Text } from '../frame/bits.tsx';
import { useConsole, useCopy } from '../frame/console-context.ts';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { useLoaded, WATCHED_EVERY_MS } from '../use-loaded.ts';
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

const Path = ({ entry: { method, path } }: { entry: JournalEntry }) => {
  const last = Math.min(path.length - END_OF_GROUP, path.lastIndexOf('/'));
  const cut = Math.max(0, path.length - last > MAX_LAST ? path.length - END_OF_GROUP : last);
  return <MidCut text={`${method} ${path}`} at={method.length + 1 + cut} />;
};

const Facts = ({ call }: { call: Call }) => {
  const { worlds, world } = useConsole();
  const { entry } = call;
  const { protocol, version, durationMs, caller, client, time } = entry;
  return (
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
  );
};

/** The chosen call as it was read, with what can be done about it. */
const useCallView = (chosen: ChosenCall, call: Call) => {
  const { source, isReadOnly, facts, connectTo, worlds } = useConsole();
  const entry = useLoaded(() => source.entry(call), [call.open, source]).value ?? call.entry;
  const isGone = isReadOnly || worlds.get(call.world)?.isEnded === true;
  return {
    ...chosen,
    call,
    entry,
    others: chosen.tries.map((each) => each.entry),
    actions: useCallActions(call),
    before: useWorldBefore(call),
    /** Reads the facts from which code is made of the call. */
    codeFacts: async (): Promise<CodeFacts> => ({
      url: facts.url,
      orgId: isGone ? '' : (await connectTo(call.world).steer<{ orgId: string }>('GET', 'info')).orgId,
      namesAbove: await namesAbove(entry, isGone ? undefined : connectTo(call.world)),
    }),
  };
};

type CallView = ReturnType<typeof useCallView>;

const Actions = ({ view: { call, actions, before, codeFacts } }: { view: CallView }) => {
  const [isFailing, setIsFailing] = useState(false);
  const { source } = useConsole();
  const copy = useCopy();
  const curl = async (): Promise<string> => curlOf(await source.entry(call), await codeFacts());
  const test = async (): Promise<string> => testOf(await source.entry(call), await codeFacts(), 'vitest');
  useKeys({
    c: () => copy(curl(), 'Copied as curl.'),
    y: () => copy(test(), 'Copied as a test.'),
    ...(actions && { r: actions.again, f: () => setIsFailing(true) }),
    ...(before && { b: before }),
  });
  return (
    <div class="acts">
      {actions && (
        <>
          <Button keyName="r" onClick={actions.again}>
            Send again
          </Button>
          <Button keyName="f" onClick={() => setIsFailing(!isFailing)}>
            Fail next time
          </Button>
        </>
      )}
      {before && (
        <Button keyName="b" onClick={before}>
          {actions ? 'World before' : 'Rows before'}
        </Button>
      )}
      <Copy keyName="c" text={curl} of="as curl">
        Copy
      </Copy>
      {isFailing && actions && (
        <FailNext
          call={call}
          onClose={() => setIsFailing(false)}
          onChosen={(fault, message) => {
            setIsFailing(false);
            actions.fail(fault, message);
          }}
        />
      )}
    </div>
  );
};

const Panel = ({ view }: { view: CallView }) => {
  const { call, tries, tab, show, entry, others, actions, before, codeFacts } = view;
  const { source, worlds, isReadOnly } = useConsole();
  const check = useLoaded(() => source.check(call), [call.open, source, worlds.get(call.world)?.isEnded]);
  const isWatched = tab === 'events' && !isReadOnly;
  const events = useLoaded(
    () => source.events(call),
    [call.open, source, isWatched],
    isWatched ? WATCHED_EVERY_MS : undefined,
  );
  const code = useLoaded(
    async () => (tab === 'code' ? codeFacts() : undefined),
    [tab === 'code', entry, actions === undefined],
  );
  switch (tab) {
    case 'request':
      return (
        <>
          <Sent entry={entry} />
          <Got entry={entry} />
        </>
      );
    case 'changes':
      return <ChangesTab entry={entry} world={call.world} onBefore={before} />;
    case 'why':
      return <WhyTab entry={entry} check={check.value} tries={others} onGrant={actions?.grant} />;
    case 'events':
      return <EventsTab events={events.value} world={call.world} onAgain={actions?.redeliver} />;
    case 'attempts':
      return (
        <AttemptsTab
          entry={call.entry}
          others={others}
          onShow={(wanted) => tries.filter((each) => each.entry === wanted).forEach(show)}
        />
      );
    case 'code':
      return code.value ? <CodeTab entry={entry} facts={code.value} /> : null;
  }
};

/** The chosen call: what it is, what can be done about it, and a tab for each question. */
export const CallDetail = ({ chosen, call }: { chosen: ChosenCall; call: Call }) => {
  const view = useCallView(chosen, call);
  const { tries, tab, onTab, step, close } = chosen;
  const { entry, open, failed, faulted } = call;
  const attempts = triesWith(entry, view.others).length;
  const newer = tries.filter(({ number }) => number > call.number).length;
  const counts: Readonly<Partial<Record<TabName, number>>> = {
    changes: entry.changes.length,
    events: entry.events?.length ?? 0,
    attempts: attempts < 2 ? 0 : attempts,
  };
  return (
    <Aside
      label="The selected call"
      mark={
        <span class={`st b ${faulted && (failed || entry.handled) ? 'fault' : failed ? 'bad' : ''}`}>
          {open ? '…' : entry.status || '—'}
        </span>
      }
      title={
        <span title={call.operation}>
          <Text>{call.operation}</Text>
        </span>
      }
      behind={
        <>
          <Text look="t2 cut">{entry.about?.name ?? entry.about?.group ?? ''}</Text>
          {newer > 0 && <span class="t3 cut">{count(newer, 'newer try', 'newer tries')}</span>}
        </>
      }
      buttons={
        <>
          <Button look="q wide small" label="Previous call" onClick={() => step(-1)}>
            <Icon name="up" />
          </Button>
          <Button look="q wide small" label="Next call" onClick={() => step(1)}>
            <Icon name="down" />
          </Button>
        </>
      }
      head={
        <>
          <Path entry={entry} />
          <Facts call={call} />
          <Actions view={view} />
        </>
      }
      tabs={{ label: 'About the call', tabs: TABS.map(([name, title]) => [name, title, counts[name]]), tab, onTab }}
      onClose={close}
    >
      <Panel view={view} />
    </Aside>
  );
};
