import { Aside } from '../frame/aside.tsx';
import { count as plural, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Icon } from '../frame/icons.tsx';
import { classifyAnswer, clientsOf, MET, type OperationCoverage } from './met.ts';

const Client = ({ client, answers, faulted, walks }: OperationCoverage['clients'][number]) => (
  <section>
    <h3>
      <Text>{client}</Text>
    </h3>
    <dl class="kv met">
      {[...answers, ...faulted].map((met) => (
        <>
          <dt class="num">
            {met.status} {met.reason ?? met.code}
          </dt>
          <dd>
            {plural(met.count, 'time')}
            {faulted.includes(met) && (
              <span class="fault">
                {' '}
                <Icon name="fault" look="fault" /> by a fault
              </span>
            )}
          </dd>
        </>
      ))}
    </dl>
    {walks && (
      <p class="t2">
        {plural(walks.lists, 'list')} had more than one page; of {walks.notFollowed} a further page was not asked for.
      </p>
    )}
  </section>
);

/** An operation: its declared answers, and what each client has met. */
export const OperationDetail = ({ operation, onClose }: { operation: OperationCoverage; onClose: () => void }) => (
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
      <dl class="kv met">
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
    {clientsOf(operation).map((facts) => (
      <Client key={facts.client} {...facts} />
    ))}
    {useConsole().isReadOnly && /List/.test(operation.operation) && (
      <section class="t3">
        A trace does not count who asked for further pages; <code>platform-mock coverage --world '*'</code> of the mock
        that ran does.
      </section>
    )}
  </Aside>
);
