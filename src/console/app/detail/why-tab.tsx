import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { AuthzCheck, AuthzGrant, JournalEntry, TokenRefusal } from '../../../../generated/nouns.ts';
import { isRefused } from '../../../features/evidence/call-facts.ts';
import { whySentence } from '../../../features/evidence/why.ts';
import { Button, Copy, Name, Pairs, Said, Text } from '../frame/bits.tsx';
import { Section } from '../frame/outcome.tsx';
import { timeParts } from '../frame/text.ts';
import { Got, Sent } from './request-tab.tsx';
import { grantFixture } from './use-call-actions.ts';

const nameIn = ({ names }: AuthzCheck, group: string): string => names[group] ?? (group === '/' ? 'every root' : group);

const Walk = ({ check }: { check: AuthzCheck }) => (
  <Section title={`What ${check.caller.name || 'the caller'} has there and above`}>
    <dl class="kv k3">
      {check.walk.map(({ group, bindings }) => (
        <>
          <dt>
            <Text>{nameIn(check, group)}</Text>
          </dt>
          <dd>
            {bindings.length === 0
              ? 'no binding'
              : bindings.map(({ uid, role }) => (
                  <div key={uid}>
                    role <Name>{role}</Name>
                  </div>
                ))}
          </dd>
          <dd class="t2">
            {bindings.map(({ uid, has }) => (
              <div key={uid}>{has.length === 0 ? 'gives none of it' : `gives ${has.join(', ')}`}</div>
            ))}
          </dd>
        </>
      ))}
    </dl>
  </Section>
);

/** The check that refused the token of a call. */
const Refusal = ({ refusal }: { refusal: TokenRefusal }) => {
  const { wanted = [], found = [], time, now, skewSeconds, near = [], flaw } = refusal;
  return (
    <Section title="What was found">
      <Pairs
        pairs={[
          wanted.length > 0 && ['Accepted', wanted.join(', ')],
          found.length > 0 && ['In the token', found.join(', ')],
          time !== undefined &&
            now !== undefined && [
              'Time',
              <>
                <span class="num">{time}</span> against <span class="num">{now}</span> on the clock of the world
                {skewSeconds !== undefined && `, of which it may differ by ${skewSeconds} s`}
              </>,
            ],
          ...near.map(
            ({ name, claim, wanted: value, pattern, found: had }) =>
              [
                <Text key={name}>{name}</Text>,
                `asks for ${claim} ${value ?? `like ${pattern}`}, and it had ${had.join(', ') || 'none'}`,
              ] as const,
          ),
          flaw !== undefined && [
            'To mint one alike',
            <>
              flaw <code>{flaw}</code>
            </>,
          ],
        ]}
      />
    </Section>
  );
};

const GrantChoice = (props: { id: string; grant: AuthzGrant; isChosen: boolean; onChoose: () => void }) => {
  const { id, grant, isChosen, onChoose } = props;
  return (
    <>
      <input type="radio" name="grant" id={id} checked={isChosen} onChange={onChoose} />
      {'role' in grant ? (
        <>
          <label for={id}>
            <code>{grant.role}</code>
          </label>
          <details class="more">
            <summary>and {grant.alsoGrants.length} more</summary>
            <span class="m wrap">{grant.alsoGrants.join(', ')}</span>
          </details>
        </>
      ) : (
        <>
          <label for={id}>
            a custom role with <code>{grant.customRole.join(', ')}</code>
          </label>
          <span class="t3">nothing else</span>
        </>
      )}
    </>
  );
};

const Grants = ({ check, onGrant }: Pick<ComponentProps<typeof WhyTab>, 'onGrant'> & { check: AuthzCheck }) => {
  const [chosen, setChosen] = useState(0);
  const grants = check.smallest.toSorted((one, other) => Number('role' in one) - Number('role' in other));
  const grant = grants[chosen] ?? grants[0];
  if (!grant) return null;
  const place = nameIn(check, grant.group);
  const { name } = check.caller;
  return (
    <section>
      <h3 id="smallest">Smallest role that would do</h3>
      <div class="pick" role="radiogroup" aria-labelledby="smallest">
        {grants.map((each, nth) => {
          const id = `grant-${nth}`;
          return (
            <GrantChoice key={id} id={id} grant={each} isChosen={nth === chosen} onChoose={() => setChosen(nth)} />
          );
        })}
      </div>
      {onGrant === undefined ? (
        <p class="t3 after">
          Read only, so nothing is granted here.{' '}
          <Copy look="link" text={() => grantFixture(grant, name, place)}>
            Copy the grant as a fixture
          </Copy>
        </p>
      ) : (
        <>
          <div class="acts">
            <Button
              label={
                <span class="cut">
                  Grant to {name} on {place}
                </span>
              }
              look="pri"
              keyName="g"
              run={() => onGrant(grant, check.names[grant.group] ?? grant.group)}
            />
          </div>
          <p class="t3 after">
            In this world only. Then send the call again. <kbd aria-hidden="true">r</kbd>
          </p>
        </>
      )}
    </section>
  );
};

/** The reason of an answer: a sentence, the rights of the caller, and the rights that would be enough. */
export const WhyTab = (props: {
  entry: JournalEntry;
  check: AuthzCheck | undefined;
  tries: readonly JournalEntry[];
  /** Grants what is missing at a place; undefined for a call that is only looked at. */
  onGrant: ((grant: AuthzGrant, place: string) => unknown) | undefined;
}) => {
  const { entry, check, tries, onGrant } = props;
  return (
    <>
      <section>
        <p class="lead">
          <Said sentence={whySentence(entry, { check, tries })} />
        </p>
      </section>
      {check?.token && <Refusal refusal={check.token} />}
      {check && check.walk.length > 0 && <Walk check={check} />}
      {check && check.smallest.length > 0 && <Grants check={check} onGrant={onGrant} />}
      {isRefused(entry) && (
        <>
          <Sent entry={entry} />
          <Section title="Got">
            <p class="m wrap">
              <Text>{entry.message ?? ''}</Text>
            </p>
          </Section>
        </>
      )}
      {!isRefused(entry) && entry.code !== 'OK' && <Got entry={entry} />}
      {check && (
        <section class="t3">
          Judged by the rights of <span class="num">{timeParts(Date.parse(entry.time)).join('')}</span>.
        </section>
      )}
      {!check && entry.authz && entry.authz.decision !== 'open' && (
        <section class="t3">The rights of that moment are not known any more.</section>
      )}
    </>
  );
};
