import type { FaultWithHits } from '../../../steering/contract/nouns.ts';
import { Button, count, Text } from '../frame/bits.tsx';
import { Icon } from '../frame/icons.tsx';
import { PHASES } from './fault-rule.ts';

const matchText = ({ match }: FaultWithHits): string => {
  const { operation, ...rest } = match;
  const more = Object.entries(rest).map(([name, value]) => `${name} ${String(value)}`);
  return [operation ?? (more.length === 0 ? 'every call' : 'calls'), ...more].join(', ');
};

const effectText = ({ do: effect, times }: FaultWithHits): string => {
  const { code, http, drop, reset, truncate, slow, latency, retryAfter } = effect;
  const parts = [
    code ?? (http === undefined ? undefined : `HTTP ${http}`),
    drop && 'connection closed',
    reset && 'connection reset',
    truncate !== undefined && 'answer cut',
    slow !== undefined && 'answer slowed',
    latency !== undefined &&
      `held ${typeof latency === 'number' ? `${latency} ms` : `${latency.min} to ${latency.max} ms`}`,
    retryAfter !== undefined && `retry after ${retryAfter} s`,
    times !== undefined && `at most ${times === 1 ? 'once' : `${times} times`}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
};

/** Faults in a table, each with what it does and how often it did; `onDrop` is called with the id of one. */
export const FaultRules = ({ rules, onDrop }: { rules: readonly FaultWithHits[]; onDrop?: (id: string) => void }) => (
  <table class="plain stacks" aria-label="Faults">
    <thead>
      <tr>
        <th>Calls</th>
        <th>When</th>
        <th>What happens</th>
        <th class="r">Hits</th>
        {onDrop && (
          <th>
            <span class="vh">Drop</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rules.map((rule, index) => (
        <tr key={rule.id}>
          <td>
            <Icon name="fault" look="fault" />{' '}
            <b class="wrap">
              <Text>{matchText(rule)}</Text>
            </b>
          </td>
          <td class="t2">{PHASES.find(([phase]) => phase === rule.phase)?.[1] ?? rule.phase}</td>
          <td class="wrap">{effectText(rule)}</td>
          <td class={`r num ${rule.hits === 0 ? 't3' : ''}`}>{count(rule.hits, 'hit')}</td>
          {onDrop && (
            <td class="r">
              <Button look="small" onClick={() => onDrop(rule.id)} label={`Drop fault ${index + 1}`}>
                Drop
              </Button>
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
