import { Button, showHidden } from './bits.tsx';
import type { Notice } from './error-words.ts';
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
