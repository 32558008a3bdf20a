import { useState } from 'preact/hooks';
import type { AuthzGrant, JournalEntry } from '../../../../generated/nouns.ts';
import { triesWith } from '../../../features/evidence/attempts.ts';
import { type Call, isRetry } from '../calls/call.ts';
import { millisText, timeParts } from '../calls/time-text.ts';
import type { Connection } from '../connection.ts';
import { EventsTab } from '../events/events-tab.tsx';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, count, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { failureNotice } from '../frame/error-words.ts';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { useLoaded, WATCHED_EVERY_MS } from '../use-loaded.ts';
import { AttemptsTab } from './attempts-tab.tsx';
import { ChangesTab } from './changes-tab.tsx';
import { type CodeFacts, CodeTab, curlOf, findCreated, testOf, uidsAbove } from './code-tab.tsx';
import { FailNext } from './fail-next.tsx';
import { RequestTab } from './request-tab.tsx';
import { useCallActions, useWorldBefore } from './use-call-actions.ts';
import { WhyTab } from './why-tab.tsx';

/** The tabs of a call in their order, by their names in the address. */
export const TABS = [
  ['request', 'Request'],
  ['changes', 'Changes'],
  ['why', 'Why'],
  ['events', 'Events'],
  ['attempts', 'Attempts'],
  ['code', 'Code'],
] as const;

export type TabName = (typeof TABS)[number][0];

/** The kind of a call, by what is asked of it first. */
const kindOf = (call: Call, tries: readonly Call[]): TabName => {
  if (call.refused) return 'why';
  if (isRetry(call, tries) || call.entry.handled) return 'attempts';
  if (call.unread) return 'request';
  return call.entry.changes.length > 0 ? 'changes' : 'request';
};

/** The tabs that were chosen by hand, by the kind of the call. */
const chosen = new Map<TabName, TabName>();

/** The tab at which a call opens: the one that answers, or which was chosen for calls of its kind. */
export const tabFor = (call: Call, tries: readonly Call[], search: string): TabName => {
  if (/(?:^|\s)is:retry\b/.test(search)) return 'attempts';
  const kind = kindOf(call, tries);
  return chosen.get(kind) ?? kind;
};

/** Remembers a tab that was chosen by hand, for calls of the same kind. */
export const rememberTab = (call: Call, tries: readonly Call[], tab: TabName): void =>
  void chosen.set(kindOf(call, tries), tab);

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

/** The call that is shown, and how to go on from it. */
export interface CallDetailProps {
  readonly call: Call;
  readonly tries: readonly Call[];
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onShow: (call: Call) => void;
  readonly onClose: () => void;
}

type CallActions = ReturnType<typeof useCallActions>;

const PROTOCOLS = { rest: 'REST', grpc: 'gRPC', 'grpc-web': 'gRPC-Web', connect: 'Connect' } as const;

/** The longest last segment of a path that is never cut, with its slash: a row's. A group's is cut at its start. */
const MAX_LAST = 17;
const KEPT_OF_GROUP = 4;

const Path = ({ entry }: { entry: JournalEntry }) => {
  const { length } = entry.path;
  const last = Math.min(length - KEPT_OF_GROUP, entry.path.lastIndexOf('/'));
  const cut = Math.max(0, length - last > MAX_LAST ? length - KEPT_OF_GROUP : last);
  return (
    <div class="mid m t2" title={`${entry.method} ${entry.path}`}>
      <span>
        {entry.method} {entry.path.slice(0, cut)}
      </span>
      <span>{entry.path.slice(cut)}</span>
    </div>
  );
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

const Status = ({ call: { entry, open, failed, faulted } }: { call: Call }) => (
  <span class={`st b ${faulted && (failed || entry.handled) ? 'fault' : failed ? 'bad' : ''}`}>
    {open ? '…' : entry.status || '—'}
  </span>
);

const Steps = ({ onStep }: Pick<CallDetailProps, 'onStep'>) => (
  <>
    <Button look="q wide small" label="Previous call" onClick={() => onStep(-1)}>
      <Icon name="up" />
    </Button>
    <Button look="q wide small" label="Next call" onClick={() => onStep(1)}>
      <Icon name="down" />
    </Button>
  </>
);

const Actions = (props: {
  call: Call;
  actions: CallActions;
  before: (() => void) | undefined;
  code: () => Promise<string>;
  test: () => Promise<string>;
}) => {
  const { call, actions, before, code, test } = props;
  const [isFailing, setIsFailing] = useState(false);
  const { say } = useConsole();
  const copied = async (text: Promise<string>, what: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text);
      say({ text: `Copied as ${what}.` });
    } catch {
      say(failureNotice('The browser does not let this page copy.'));
    }
  };
  useKeys({
    c: () => void copied(code(), 'curl'),
    y: () => void copied(test(), 'a test'),
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
      <Copy keyName="c" text={code} of="as curl">
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

/** The facts from which code is made of a call. */
const useCodeFacts = (call: Call, entry: JournalEntry) => {
  const { isReadOnly, facts, connectTo, worlds } = useConsole();
  const isGone = isReadOnly || worlds.get(call.world)?.isEnded === true;
  return async (): Promise<CodeFacts> => ({
    url: facts.url,
    orgId: isGone ? '' : (await connectTo(call.world).steer<{ orgId: string }>('GET', 'info')).orgId,
    namesAbove: await namesAbove(entry, isGone ? undefined : connectTo(call.world)),
  });
};

const Panel = (
  props: CallDetailProps & {
    entry: JournalEntry;
    others: readonly JournalEntry[];
    actions: CallActions;
    before: (() => void) | undefined;
    codeFacts: () => Promise<CodeFacts>;
  },
) => {
  const { call, tries, tab, onShow, entry, others, actions, before, codeFacts } = props;
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
  const grant = (wanted: AuthzGrant): void => actions?.grant(wanted, check.value?.names[wanted.group] ?? wanted.group);
  const showTry = (wanted: JournalEntry): void => {
    const found = tries.find((each) => each.entry === wanted);
    if (found) onShow(found);
  };
  switch (tab) {
    case 'request':
      return <RequestTab entry={entry} />;
    case 'changes':
      return <ChangesTab entry={entry} world={call.world} onBefore={before} />;
    case 'why':
      return (
        <WhyTab entry={entry} check={check.value} tries={others} isReadOnly={actions === undefined} onGrant={grant} />
      );
    case 'events':
      return <EventsTab events={events.value} world={call.world} onAgain={actions?.redeliver} />;
    case 'attempts':
      return <AttemptsTab entry={call.entry} others={others} onShow={showTry} />;
    case 'code':
      return code.value ? <CodeTab entry={entry} facts={code.value} /> : null;
  }
};

/** The chosen call: what it is, what can be done about it, and a tab for each question. */
export const CallDetail = (props: CallDetailProps) => {
  const { call, tries, tab, onTab, onStep, onClose } = props;
  const { source } = useConsole();
  const actions = useCallActions(call);
  const before = useWorldBefore(call);
  const whole = useLoaded(() => source.entry(call), [call.open, source]);
  const entry = whole.value ?? call.entry;
  const others = tries.map((each) => each.entry);
  const codeFacts = useCodeFacts(call, entry);
  const attempts = triesWith(call.entry, others).length;
  const newer = tries.filter(({ number }) => number > call.number).length;
  const counts: Readonly<Partial<Record<TabName, number>>> = {
    changes: call.entry.changes.length,
    events: call.entry.events?.length ?? 0,
    attempts: attempts < 2 ? 0 : attempts,
  };
  return (
    <Aside
      label="The selected call"
      mark={<Status call={call} />}
      title={
        <span title={call.operation}>
          <Text>{call.operation}</Text>
        </span>
      }
      behind={
        <>
          <Text look="t2 cut">{call.entry.about?.name ?? call.entry.about?.group ?? ''}</Text>
          {newer > 0 && <span class="t3 cut">{count(newer, 'newer try', 'newer tries')}</span>}
        </>
      }
      buttons={<Steps onStep={onStep} />}
      head={
        <>
          <Path entry={call.entry} />
          <Facts call={call} />
          <Actions
            call={call}
            actions={actions}
            before={before}
            code={async () => curlOf(await source.entry(call), await codeFacts())}
            test={async () => testOf(await source.entry(call), await codeFacts(), 'vitest')}
          />
        </>
      }
      tabs={{ label: 'About the call', tabs: TABS.map(([name, title]) => [name, title, counts[name]]), tab, onTab }}
      onClose={onClose}
    >
      <Panel {...props} entry={entry} others={others} actions={actions} before={before} codeFacts={codeFacts} />
    </Aside>
  );
};
