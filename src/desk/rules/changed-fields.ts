import type { Address } from '#shared/address.ts'

/** The names of the fields in which two addresses differ; never what is in them. */
export const changedFields = (before: Address, after: Address): string[] => {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (old.get(name) === value ? [] : [name]))
}
