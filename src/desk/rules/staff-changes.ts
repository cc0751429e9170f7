import type { Address } from '#shared/address.ts'

/** What staff do for members, in the order in which it is offered. Nothing of it charges a card or chooses one. */
export const staffChanges = [
  'skip',
  'unskip',
  'move',
  'pause',
  'resume',
  'swap',
  'change-quantity',
  'change-frequency',
  'change-address',
  'cancel',
] as const

export type StaffChangeAction = (typeof staffChanges)[number]

/** Whether this is something that staff do for members. */
export const isStaffChange = ({ action }: { readonly action: string }): boolean =>
  staffChanges.some((one) => one === action)

export const staffChangeIn = (text: string | null): StaffChangeAction | null =>
  staffChanges.find((one) => one === text) ?? null

/** The names of the fields in which two addresses differ; never what is in them. */
export const changedFields = (before: Address, after: Address): string[] => {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (old.get(name) === value ? [] : [name]))
}
