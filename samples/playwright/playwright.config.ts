import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  // One mock for the whole run; each test that asks for a `world` has one of its own on it.
  globalSetup: 'platform-mock/setup',
  fullyParallel: true,
  workers: 8,
});
