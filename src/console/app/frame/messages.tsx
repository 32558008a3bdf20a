import type { JournalPage } from '../../../../generated/nouns.ts';
import { CALL, WORLD } from '../address.ts';
import { Button, Icon } from './bits.tsx';
import { useConsole, useLoaded } from './console-context.ts';
import { errorMessage, failureNotice, type Notice, wordsOf } from './outcome.tsx';
import { count, showHidden, timeParts } from './text.ts';

/** A message in one line, with what can be done about it. */
export const NoticeLine = ({ notice, onClose }: { notice: Notice; onClose?: () => void }) => {
  const { text, icon, look, actions = [] } = notice;
  return (
    <div class="msg" role={look === 'bad' ? 'alert' : 'status'}>
      {icon && <Icon name={icon} look={look ?? ''} />}
      <span class="wrap">
        <bdi>{showHidden(text)}</bdi>
      </span>
      <span class="sp" />
      {actions.map((action) => (
        <Button key={action.label} look="small" {...action} />
      ))}
      {onClose && <Button label={<Icon name="close" />} look="q small" name="Close the message" run={onClose} />}
    </div>
  );
};

const clockOf = (date: Date): string => {
  const local = date.getTime() - date.getTimezoneOffset() * 60_000;
  return timeParts(local).join('').replace(/\..*/, '');
};

const WHY_DROPPED =
  'A world keeps its last 10,000 calls, and all worlds together so many bytes: --journal-entries and --journal-bytes set it.';

/** The notices above a part, a line each; `hidden` shows a call that the search hides. */
export const Messages = ({ error, hidden }: { error?: unknown; hidden?: (() => void) | undefined }) => {
  const { calls, world, worlds, connectTo, isReadOnly, notice, say, moment, go } = useConsole();
  const { following, isPaused } = calls;
  const waiting = calls.waitingIn(world);
  const known = world === undefined ? undefined : worlds.get(world);
  const isEnded = known ? known.isEnded : world !== undefined && worlds.isMissing(world);
  // The calls that were dropped: of the chosen world, or of all.
  const isAsked = known?.isEnded === false && calls.dropped > 0;
  const own = useLoaded(
    async () => (isAsked ? (await connectTo(known.id).steer<JournalPage>('GET', 'journal?limit=1')).dropped : 0),
    [world, isAsked, calls.dropped],
  );
  const dropped = world === undefined ? calls.dropped : (own.value ?? 0);
  const notices: readonly (Notice | false | undefined)[] = [
    error !== undefined && failureNotice(wordsOf(error)),
    hidden && { text: 'Your call is hidden by the search.', actions: [{ label: 'Show', run: hidden }] },
    following.state === 'gone' &&
      failureNotice(`The mock does not answer since ${clockOf(following.since)}. Trying again.`),
    following.state === 'back' && {
      text: `Back since ${clockOf(following.since)}. ${count(following.came, 'call')} came meanwhile.`,
    },
    following.state === 'anew' && {
      text: 'The mock was started anew.',
      actions: [{ label: 'Show its calls', run: () => location.reload() }],
    },
    following.state === 'refused' && failureNotice(errorMessage(following.error)),
    isPaused && {
      text: `Paused. ${count(waiting, 'new call')} ${waiting === 1 ? 'waits' : 'wait'}.`,
      actions: [{ label: 'Continue', keyName: 'p', run: () => calls.pause(false) }],
    },
    isEnded &&
      !isReadOnly && {
        text: known
          ? `World ${world} has ended. Its calls stay until they are dropped.`
          : `There is no world ${world}, or it has ended and was dropped.`,
        actions: [{ label: 'All worlds', run: () => go({ [WORLD]: '', [CALL]: '' }) }],
      },
    dropped > 0 &&
      !isReadOnly && {
        text: `The first ${count(dropped, 'call')} ${world === undefined ? '' : `of ${world} `}${dropped === 1 ? 'was' : 'were'} dropped.`,
        actions: [{ label: 'Why', run: () => say({ text: WHY_DROPPED }) }],
      },
    moment?.notice,
    ...(moment?.gaps ?? []).map((text) => ({ text })),
  ];
  return (
    <div class="msgs">
      {notices.map((each) => each && <NoticeLine key={each.text} notice={each} />)}
      {notice && <NoticeLine key={notice.text} notice={notice} onClose={() => say(undefined)} />}
    </div>
  );
};
