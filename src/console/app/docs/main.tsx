import { render } from 'preact';
import { controlToken, storeControlToken } from '../connection.ts';
import { Field, Form } from '../frame/forms.tsx';
import { errorMessage } from '../frame/outcome.tsx';
import { restoreTheme, ThemeSwitch } from '../frame/theme.tsx';
import type { ApiDocument } from './document.ts';
import { Reference } from './reference.tsx';

/** Documents of the control plane use the token of the tab; documents of the API use the token in the page. */
const show = async (root: HTMLElement): Promise<void> => {
  const { document: address = '', source = '', token: given } = root.dataset;
  const token = given ?? controlToken() ?? '';
  const draw = (content: preact.ComponentChildren): void => render(content, root);
  try {
    const headers = given === undefined && token !== '' ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(address, { headers });
    if (response.status === 401) {
      const retry = (fields: Readonly<Record<string, string>>): void => {
        storeControlToken(fields.token ?? '');
        void show(root);
      };
      return draw(
        <main class="notice">
          <h1>{token === '' ? 'The control plane needs its token' : 'The control token was not accepted'}</h1>
          <Form send="Open" label="Token of the control plane" onSend={retry}>
            <Field label="Token" name="token" type="password" required />
          </Form>
        </main>,
      );
    }
    if (!response.ok) throw new Error(`${address} is answered with ${response.status}`);
    const document = (await response.json()) as ApiDocument;
    const onToken = given === undefined ? storeControlToken : () => undefined;
    draw(<Reference document={document} source={source} token={token} onToken={onToken} />);
  } catch (error) {
    draw(
      <main class="notice" role="alert">
        <h1>The document cannot be read</h1>
        <p>{errorMessage(error)}</p>
      </main>,
    );
  }
};

restoreTheme();
const [look, root] = ['look', 'docs'].map((id) => document.getElementById(id));
if (look) render(<ThemeSwitch />, look);
if (root) void show(root);
