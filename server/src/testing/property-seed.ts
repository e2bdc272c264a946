// Loaded before every test file: property tests use the same cases in every run, so that a failure is caused by the
// change under test. `PROPERTY_SEED=random` tries new cases, `PROPERTY_SEED=<number>` repeats a seed.
import fc from 'fast-check'

const DRAWN = process.env.PROPERTY_SEED ?? '20260101'

fc.configureGlobal({ seed: DRAWN === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(DRAWN) })
