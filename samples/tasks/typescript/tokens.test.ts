import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { Session } from './tokens.ts';

const WORKFLOW = {
  issuer: 'https://token.actions.example.com',
  subject: 'repo:example@1001/app@2002:ref:refs/heads/main',
};

test('a session outlives its tokens', async ({ world, expect }) => {
  const session = new Session(platformOf(world.env), async () => (await world.tokens.upstream(WORKFLOW)).token);
  const list = () => session.call('GET', '/registry/v2/repos');
  expect(await list()).toMatchObject({ totalCount: '12' });
  // The access token has ended, and then the refresh token, too.
  for (const time of ['61m', '25h']) {
    await world.clock.advance(time);
    expect(await list()).toMatchObject({ totalCount: '12' });
  }
  await expect(world).toHaveCalled('ExchangeRefreshToken', { status: 200 }, { count: 1 });
});
