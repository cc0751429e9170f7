import type { Lot } from './certificate.ts'

type LabTest = Lot['tests'][number]

/** The tests of a lot by their group, both in the order in which they were written. */
export const testGroups = (tests: readonly LabTest[]): readonly (readonly [string, readonly LabTest[]])[] => [
  ...Map.groupBy(tests, ({ group }) => group),
]
