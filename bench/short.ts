/**
 * `npm run bench -- --short`: whether each benchmark still runs and prints its figures, not what they are. With so little of
 * everything that all of them together take two or three minutes on two cores.
 */
export const SHORT = process.argv.includes('--short')

/** A size of a benchmark, and its size in a short run. */
export const sized = <T>(usual: T, short: T): T => (SHORT ? short : usual)
