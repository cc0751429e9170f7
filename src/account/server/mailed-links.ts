import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { recoveryLinkLifetime, verifyLinkLifetime } from '../rules/session.ts'
import { findAccountByEmail } from './accounts.ts'
import type { EmailChange } from './email-change-store.ts'
import { insertLink } from './link-store.ts'
import type { LinkSubject } from './link-store.ts'
import { readRegistration, readRegistrationOf } from './registration-store.ts'
import { tokenHash } from './token-hash.ts'

export { readOpenEmailChange as openEmailChange } from './email-change-store.ts'

const mint = async (tx: Tx, subject: LinkSubject, validFor: Temporal.Duration): Promise<string> => {
  const token = tx.ids.token()
  const link = { tokenHash: tokenHash(token), subject, expiresAt: tx.now.add(validFor) }
  await insertLink(tx.db, link, tx.now)
  return token
}

/** What to mail about a registration: a link that confirms it, or that its e-mail has an account. */
type ConfirmationMail =
  | { readonly kind: 'confirm'; readonly email: string; readonly token: string; readonly locale: Locale }
  | { readonly kind: 'already-member'; readonly email: string; readonly locale: Locale }

/**
 * A confirming link for a registration, by its id, or for the newest one of an e-mail. If the e-mail has an account the
 * registration gives no access; it is stored for a day like any other, so that sign-in cannot tell the two apart. Null
 * when there is neither.
 */
export const mintConfirmation = (
  deps: AppDeps,
  of: { readonly registrationId: string } | { readonly email: string },
): Promise<ConfirmationMail | null> =>
  inTransaction(deps, async (tx) => {
    const registration =
      'email' in of
        ? await readRegistrationOf(tx.db, of.email, 'last', tx.now)
        : await readRegistration(tx.db, of.registrationId, tx.now)
    const email = 'email' in of ? of.email : registration?.email
    if (email === undefined) return null
    const member = await findAccountByEmail(tx.db, email)
    if (member !== null) return { kind: 'already-member', email, locale: member.locale }
    if (registration === null) return null
    const subject = { purpose: 'verify', registrationId: registration.id } as const
    const token = await mint(tx, subject, verifyLinkLifetime)
    return { kind: 'confirm', email, token, locale: storedLocale(registration.locale) }
  })

/** A link that confirms or stops a change of e-mail; it opens nothing once the change has ended. */
export const mintEmailChangeLink = (
  deps: AppDeps,
  { id, accountId }: EmailChange,
  purpose: 'change-email' | 'stop-email-change',
): Promise<string> =>
  inTransaction(deps, (tx) => mint(tx, { purpose, accountId, emailChangeId: id }, recoveryLinkLifetime))
