/**
 * Tests that `npm test` leaves out and `npm test -- all` runs, as globs (decision 483): all calls of the API in many ways,
 * every pair of two actors, every page, and what only staff use. Vitest's are relative to the repository.
 */
const leftOut = {
  vitest: ['test/every-call/**', 'test/interleaving/**', 'test/api/desk*.test.ts'],
  playwright: ['every-page.spec.ts', 'api-docs.spec.ts', 'desk-*.spec.ts'].map((name) => `**/${name}`),
} as const

/** Set by `npm test` for its two runners. */
export const leaveOut = { LOAM_TESTS: 'without-the-long-ones' } as const

/** What this run leaves out of the tests of a runner; nothing unless `npm test` began it. */
export const leftOutOf = (runner: keyof typeof leftOut): readonly string[] =>
  process.env['LOAM_TESTS'] === leaveOut.LOAM_TESTS ? leftOut[runner] : []
