// Loaded before every test file: properties are held against the same cases in every run, so that a failure is of the change
// that it came with. `PROPERTY_SEED=random` looks for others, `PROPERTY_SEED=<number>` finds what it found again.
import fc from 'fast-check'

const DRAWN = process.env.PROPERTY_SEED ?? '20260101'

fc.configureGlobal({ seed: DRAWN === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(DRAWN) })
