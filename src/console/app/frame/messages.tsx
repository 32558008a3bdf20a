import type { JournalPage } from '../../../../generated/nouns.ts';
import { CALL, goTo, WORLD, withParams } from '../address.ts';
import { timeParts } from '../calls/time-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { Button, count, isOrAre, showHidden } from './bits.tsx';
import { type ConsoleContext, useConsole } from './console-context.ts';
import { errorMessage, failureNotice, type Notice, wordsOf } from './error-words.ts';
import { Icon } from './icons.tsx';
import { useKeys } from './keys.ts';

/** A message in one line, with what can be done about it. */
export const NoticeLine = ({ notice, onClose }: { notice: Notice; onClose?: () => void }) => {
  const { text, icon, look, actions = [] } = notice;
  const keys = actions.flatMap(({ keyName, run }) => (keyName === undefined ? [] : [[keyName, run] as const]));
  useKeys(Object.fromEntries(keys));
  return (
    <div class="msg" role={look === 'bad' ? 'alert' : 'status'}>
      {icon && <Icon name={icon} look={look ?? ''} />}
      <span class="wrap">
        <bdi>{showHidden(text)}</bdi>
      </span>
      <span class="sp" />
      {actions.map(({ label, keyName, run }) => (
        <Button key={label} look="small" onClick={run} {...(keyName !== undefined && { keyName })}>
          {label}
        </Button>
      ))}
      {onClose && (
        <Button look="q small" label="Close the message" onClick={onClose}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
};

const clockOf = (date: Date): string => {
  const local = date.getTime() - date.getTimezoneOffset() * 60_000;
  return timeParts(local).join('').replace(/\..*/, '');
};

const followingNotice = ({ calls }: ConsoleContext): Notice | undefined => {
  const { following } = calls;
  switch (following.state) {
    case 'gone':
      return failureNotice(`The mock does not answer since ${clockOf(following.since)}. Trying again.`);
    case 'back':
      return {
        text: `Back since ${clockOf(following.since)}. ${count(following.came, 'call')} came meanwhile.`,
      };
    case 'anew':
      return {
        text: 'The mock was started anew.',
        actions: [{ label: 'Show its calls', run: () => location.reload() }],
      };
    case 'refused':
      return failureNotice(errorMessage(following.error));
    default:
      return undefined;
  }
};

const pausedNotice = ({ calls, world }: ConsoleContext): Notice | undefined => {
  if (!calls.isPaused) return undefined;
  const waiting = calls.waitingIn(world);
  return {
    text: `Paused. ${count(waiting, 'new call')} ${waiting === 1 ? 'waits' : 'wait'}.`,
    actions: [{ label: 'Continue', keyName: 'p', run: () => calls.pause(false) }],
  };
};

const endedNotice = ({ world, worlds, address, isReadOnly }: ConsoleContext): Notice | undefined => {
  if (world === undefined || isReadOnly) return undefined;
  const known = worlds.get(world);
  if (known ? !known.isEnded : !worlds.isMissing(world)) return undefined;
  return {
    text: known
      ? `World ${world} has ended. Its calls stay until they are dropped.`
      : `There is no world ${world}, or it has ended and is not kept.`,
    actions: [{ label: 'All worlds', run: () => goTo(withParams(address, { [WORLD]: '', [CALL]: '' })) }],
  };
};

/** The number of dropped calls: of the chosen world, or of all. */
const useDropped = (): number => {
  const { calls, world, worlds, connectTo, isReadOnly } = useConsole();
  const isThere = world !== undefined && worlds.get(world)?.isEnded === false;
  const isAsked = isThere && calls.dropped > 0;
  const own = useLoaded(
    async () => (isAsked ? (await connectTo(world).steer<JournalPage>('GET', 'journal?limit=1')).dropped : 0),
    [world, isAsked, calls.dropped],
  );
  if (isReadOnly) return 0;
  return world === undefined ? calls.dropped : (own.value ?? 0);
};

const WHY_DROPPED =
  'A world keeps its last 10,000 calls, and all worlds together so many bytes: --journal-entries and --journal-bytes set it.';

const droppedNotice = (dropped: number, { world, say }: ConsoleContext): Notice | undefined =>
  dropped > 0
    ? {
        text: `The first ${count(dropped, 'call')} ${world === undefined ? '' : `of ${world} `}${isOrAre(dropped)} no longer kept.`,
        actions: [{ label: 'Why', run: () => say({ text: WHY_DROPPED }) }],
      }
    : undefined;

/** Of a trace, which moment the rows are of, and what of them is missing. */
const momentNotices = ({ moment }: ConsoleContext): readonly Notice[] =>
  moment ? [moment.notice, ...moment.gaps.map((text) => ({ text }))] : [];

/** The notices above the shown calls, a line each; `hidden` shows a call that the search hides. */
export const CallsMessages = ({ error, hidden }: { error?: unknown; hidden?: (() => void) | undefined }) => {
  const context = useConsole();
  const { notice, say } = context;
  const dropped = useDropped();
  const lines: readonly (Notice | undefined)[] = [
    error === undefined ? undefined : failureNotice(wordsOf(error)),
    hidden && { text: 'Your call is hidden by the search.', actions: [{ label: 'Show', run: hidden }] },
    followingNotice(context),
    pausedNotice(context),
    endedNotice(context),
    droppedNotice(dropped, context),
    ...momentNotices(context),
  ];
  return (
    <div class="msgs">
      {lines.map((line) => line && <NoticeLine key={line.text} notice={line} />)}
      {notice && <NoticeLine key={notice.text} notice={notice} onClose={() => say(undefined)} />}
    </div>
  );
};
