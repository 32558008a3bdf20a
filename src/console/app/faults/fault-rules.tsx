import type { FaultWithHits } from '../../../../generated/nouns.ts';
import { matchWords, ruleWords } from '../../../features/evidence/fault-words.ts';
import { Button, Icon, Name } from '../frame/bits.tsx';
import { count } from '../frame/text.ts';

/** Faults in a table, each with what it does and how often it did; `onDrop` is called with the id of one. */
export const FaultRules = ({
  rules,
  onDrop,
}: {
  rules: readonly FaultWithHits[];
  onDrop?: (id: string) => unknown;
}) => (
  <table class="plain stacks" aria-label="Faults">
    <thead>
      <tr>
        <th>Calls</th>
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
            <Icon name="fault" look="fault" /> <Name look="wrap">{matchWords(rule)}</Name>
          </td>
          <td class="wrap">{ruleWords(rule)}</td>
          <td class={`r num ${rule.hits === 0 ? 't3' : ''}`}>{count(rule.hits, 'hit')}</td>
          {onDrop && (
            <td class="r">
              <Button label="Drop" look="small" run={() => onDrop(rule.id)} name={`Drop fault ${index + 1}`} />
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
