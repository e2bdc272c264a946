/**
 * `npm run bench -- --short`: checks that each benchmark still runs and prints figures. Sizes are so small that all of them
 * take two or three minutes on two cores.
 */
export const SHORT = process.argv.includes('--short')

/** A benchmark's size, and its size in a short run. */
export const sized = <T>(usual: T, short: T): T => (SHORT ? short : usual)
