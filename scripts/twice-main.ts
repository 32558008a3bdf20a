// A server whose stores run every change twice: MOCK_ENTRY=scripts/twice-main.ts gives it to the contract tests.
import '../src/testing/every-change-twice.ts';
import '../src/main.ts';
