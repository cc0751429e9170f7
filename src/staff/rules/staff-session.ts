import type { StaffRole } from '#shared/staff.ts'

/** How long a session lasts at most. */
export const sessionLife = Temporal.Duration.from({ hours: 12 })

const idleLife = Temporal.Duration.from({ minutes: 30 })

/** Roles whose sessions end when nothing is done for a while: they can do most harm. */
const idleRoles: readonly StaffRole[] = ['owner', 'finance']

/** How long a link for a passkey can be opened. */
export const linkLife = Temporal.Duration.from({ hours: 24 })

/** How long a passkey that was used again counts for its action. */
export const stepUpLife = Temporal.Duration.from({ minutes: 5 })

const touchEvery = Temporal.Duration.from({ minutes: 1 })

interface SessionTimes {
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** Whether a session of a role is live at `now`; its limits end it at their very moment. */
export const isSessionLive = (
  role: StaffRole,
  { lastSeenAt, expiresAt }: SessionTimes,
  now: Temporal.Instant,
): boolean =>
  Temporal.Instant.compare(now, expiresAt) < 0 &&
  !(idleRoles.includes(role) && Temporal.Instant.compare(now, lastSeenAt.add(idleLife)) >= 0)

/** Whether the last use is old enough to be written again. */
export const isTouchDue = (
  { lastSeenAt }: Pick<SessionTimes, 'lastSeenAt'>,
  now: Temporal.Instant,
): boolean => Temporal.Instant.compare(now, lastSeenAt.add(touchEvery)) >= 0
