import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { recoveryLinkLife, verifyLinkLife } from '../rules/session-limits.ts'
import { findAccountByEmail } from './accounts.ts'
import type { Db } from './account-store.ts'
import { readOpenEmailChange } from './email-change-store.ts'
import type { EmailChange } from './email-change-store.ts'
import { insertLink } from './link-store.ts'
import type { LinkSubject } from './link-store.ts'
import { readRegistration, readRegistrationOf } from './registration-store.ts'
import { tokenHash } from './token-hash.ts'

const mint = async (work: Work, subject: LinkSubject, validFor: Temporal.Duration): Promise<string> => {
  const token = work.ids.token()
  const link = { tokenHash: tokenHash(token), subject, expiresAt: work.now.add(validFor) }
  await insertLink(work.db, link, work.now)
  return token
}

/** What to mail about a registration: a link that confirms it, or that its e-mail has an account. */
type ToConfirm =
  | { readonly kind: 'confirm'; readonly email: string; readonly token: string }
  | { readonly kind: 'already-member'; readonly email: string }

/**
 * A confirming link for a registration, by its id, or for the newest one of an e-mail. Where the e-mail has an account
 * the registration gives no access; it is stored for a day like any other, so that sign-in cannot tell the two apart.
 * Null when there is neither.
 */
export const mintConfirmation = (
  world: World,
  of: { readonly registrationId: string } | { readonly email: string },
): Promise<ToConfirm | null> =>
  inTransaction(world, async (work) => {
    const registration =
      'email' in of
        ? await readRegistrationOf(work.db, of.email, 'last', work.now)
        : await readRegistration(work.db, of.registrationId, work.now)
    const email = 'email' in of ? of.email : registration?.email
    if (email === undefined) return null
    if ((await findAccountByEmail(work.db, email)) !== null) return { kind: 'already-member', email }
    if (registration === null) return null
    const subject = { purpose: 'verify', registrationId: registration.id } as const
    return { kind: 'confirm', email, token: await mint(work, subject, verifyLinkLife) }
  })

/** A change of e-mail that may still happen; null otherwise. */
export const openEmailChange = (db: Db, id: string, now: Temporal.Instant): Promise<EmailChange | null> =>
  readOpenEmailChange(db, id, now)

/** A link that confirms or stops a change of e-mail; it opens nothing once the change has ended. */
export const mintEmailChangeLink = (
  world: World,
  { id, accountId }: EmailChange,
  purpose: 'change-email' | 'stop-email-change',
): Promise<string> =>
  inTransaction(world, (work) => mint(work, { purpose, accountId, emailChangeId: id }, recoveryLinkLife))
