import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One mock for the whole run; each test that asks for a `world` has one of its own on it.
  test: { globalSetup: 'platform-mock/setup' },
});
