import type { CoverageOperation } from '../../../steering/contract/nouns.ts';
import { CLIENT } from '../connection.ts';
import { Aside } from '../frame/aside.tsx';
import { count as plural, Text } from '../frame/bits.tsx';
import { Icon } from '../frame/icons.tsx';
import { classifyAnswer, MET } from './met.ts';

const Client = ({ client, answers, faulted, walks }: CoverageOperation['clients'][number]) => (
  <section>
    <h3>
      <Text>{client}</Text>
    </h3>
    <dl class="kv">
      {[...answers, ...faulted].map(({ status, code, reason, count }) => (
        <>
          <dt class="num">
            {status} {reason ?? code}
          </dt>
          <dd>{plural(count, 'time')}</dd>
        </>
      ))}
    </dl>
    {walks && (
      <p class="t2">
        {walks.lists} lists had more than one page; of {walks.notFollowed} a further page was not asked for.
      </p>
    )}
  </section>
);

/** An operation: its declared answers, and what each client has met. */
export const OperationDetail = ({ operation, onClose }: { operation: CoverageOperation; onClose: () => void }) => (
  <Aside
    label="The selected operation"
    title={<Text>{operation.operation}</Text>}
    onClose={onClose}
    head={
      <div class="facts">
        <span>{operation.version}</span>
        {operation.replacedBy && (
          <span>
            call <b>{operation.replacedBy}</b> instead
          </span>
        )}
      </div>
    }
  >
    <section>
      <h3>Declared answers</h3>
      <dl class="kv">
        {operation.declared.map((kind) => {
          const [icon, look, words] = MET[classifyAnswer(operation, kind)];
          return (
            <>
              <dt class="num">
                {kind.status} {kind.code}
              </dt>
              <dd>
                <Icon name={icon} look={look} /> {words}
              </dd>
            </>
          );
        })}
      </dl>
    </section>
    {operation.clients
      .filter(({ client }) => client !== CLIENT)
      .map((facts) => (
        <Client key={facts.client} {...facts} />
      ))}
  </Aside>
);
