import type { StaffRole } from '#shared/staff.ts'

interface Owner {
  readonly id: string
  readonly role: StaffRole
  /** Whether the person can sign in: has joined, and has not left. */
  readonly isActive: boolean
}

/** Whether somebody else owns the shop once this person does not: the last owner stays one. */
export const hasOtherOwner = (staff: readonly Owner[], id: string): boolean =>
  staff.some((one) => one.id !== id && one.role === 'owner' && one.isActive)
