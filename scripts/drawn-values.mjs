import fc from 'fast-check';

// A value that fails by chance says nothing of the change at hand: only runs of the whole size draw new ones.
if (process.env.TEST_SIZE !== 'whole') fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_201) });
