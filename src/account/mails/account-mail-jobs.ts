import { z } from 'zod'
import { signInMethodsOf } from '#account/server/access.ts'
import {
  accountById,
  accountsById,
  findAccountByEmail,
  mintLink,
  mintLinks,
} from '#account/server/accounts.ts'
import { mintConfirmation, mintEmailChangeLink, openEmailChange } from '#account/server/mailed-links.ts'
import { mintProofCode } from '#account/server/proof-handlers.ts'
import { mayMailHourly } from '#account/server/guess-limits.ts'
import { impersonationsOf } from '#agent/server/agents.ts'
import { magicLinkLifetime, newAccountLinkLifetime, recoveryLinkLifetime } from '#account/rules/session.ts'
import { accountAlerts } from '#shared/domain-events.ts'
import { defaultLocale, storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { gathered } from '#platform/gathered.ts'
import type { JobHandlers, JobShapes, JobsByEvent } from '#platform/jobs.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { MailDocument, SendMail } from '#platform/mail-document.ts'
import {
  alreadyMember,
  changeEmail,
  emailChangeRequested,
  emailChanged,
  guestOrder,
  magicLink,
  proofCode,
  setPassword,
  verifyEmail,
} from './account-mails.ts'
import { accountAlert, accountDeleted, impersonationStarted } from './account-alerts.ts'

// Jobs from before languages have none.
const FormerMailbox = z.object({ formerEmail: z.string(), locale: z.string().optional() })

/** Mails about the account itself. The recipient is in the payload: it may have no account, or not anymore. */
export const accountJobPayloads = {
  'mail: set password': z.object({
    accountId: z.uuid(),
    reason: z.enum(['new-account', 'guest-order', 'gift', 'recover']),
  }),
  'mail: account link': z.object({ purpose: z.enum(['verify', 'sign-in']), email: z.string() }),
  'mail: confirm registration': z.object({ registrationId: z.uuid() }),
  'mail: proof code': z.object({ accountId: z.uuid(), sessionId: z.uuid() }),
  'mail: change email': z.object({ emailChangeId: z.uuid() }),
  'mail: email change requested': z.object({ emailChangeId: z.uuid() }),
  'mail: email changed': FormerMailbox,
  'mail: account deleted': FormerMailbox,
  'mail: account alert': z.object({ accountId: z.uuid(), alert: z.enum(accountAlerts) }),
  'mail: impersonation started': z.object({ accountId: z.uuid(), impersonationId: z.uuid() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const accountMails = {
  'password-link-requested': ({ accountId, reason }) => [
    { kind: 'mail: set password', payload: { accountId, reason } },
  ],
  'link-requested': ({ purpose, email }) => [{ kind: 'mail: account link', payload: { purpose, email } }],
  'registration-requested': ({ registrationId }) => [
    { kind: 'mail: confirm registration', payload: { registrationId } },
  ],
  'proof-code-requested': ({ accountId, sessionId }) => [
    { kind: 'mail: proof code', payload: { accountId, sessionId } },
  ],
  'email-change-requested': ({ emailChangeId }) => [
    { kind: 'mail: email change requested', payload: { emailChangeId } },
    { kind: 'mail: change email', payload: { emailChangeId } },
  ],
  'email-changed': ({ formerEmail, locale }) => [
    { kind: 'mail: email changed', payload: { formerEmail, locale } },
  ],
  'account-deleted': ({ formerEmail, locale }) => [
    { kind: 'mail: account deleted', payload: { formerEmail, locale } },
  ],
  'account-alert': ({ accountId, alert }) => [{ kind: 'mail: account alert', payload: { accountId, alert } }],
  'impersonation-started': ({ accountId, impersonationId }) => [
    { kind: 'mail: impersonation started', payload: { accountId, impersonationId } },
  ],
} satisfies Partial<JobsByEvent<typeof accountJobPayloads>>

const localeOfAccount = async ({ database }: AppDeps, accountId: string): Promise<Locale> =>
  (await accountById(database, accountId))?.locale ?? defaultLocale

interface AddressedMail {
  readonly to: string
  readonly document: MailDocument
}

const passwordPage = ({ publicUrl }: AppDeps): string => `${publicUrl}/recover?reason=no-password`

const alreadyMemberMail = (deps: AppDeps, locale: Locale): MailDocument =>
  alreadyMember(`${deps.publicUrl}/login`, passwordPage(deps), locale)

/** What to mail about a registration; null when nothing is to be mailed. */
const confirmationMail = async (
  deps: AppDeps,
  of: Parameters<typeof mintConfirmation>[1],
  jobId: string,
): Promise<AddressedMail | null> => {
  const request = await mintConfirmation(deps, of)
  if (request === null) return null
  if (request.kind !== 'confirm' && !(await mayMailHourly(deps, 'already a member', request.email, jobId)))
    return null
  const { locale } = request
  const document =
    request.kind === 'confirm'
      ? verifyEmail(`${deps.publicUrl}/account/verify-account/${request.token}`, locale)
      : alreadyMemberMail(deps, locale)
  return { to: request.email, document }
}

/** The mail for somebody who requested a link; null when there is nothing to mail. */
const linkMail = async (
  deps: AppDeps,
  purpose: 'verify' | 'sign-in',
  email: string,
  jobId: string,
): Promise<AddressedMail | null> => {
  const account = await findAccountByEmail(deps.database, email)
  // Somebody who registered and did not confirm has no account to sign in to yet.
  if (purpose === 'verify' || account === null) return confirmationMail(deps, { email }, jobId)
  const token = await inTransaction(deps, (tx) => mintLink(tx, account.id, 'sign-in', magicLinkLifetime))
  const url = `${deps.publicUrl}/account/magic-link/${token}`
  return { to: email, document: magicLink(url, account.locale) }
}

/**
 * The mail to the new mailbox, which may belong to somebody other than the requester: at most one an hour. Null above
 * that, and for a change that was stopped, replaced or has expired.
 */
const changeMail = async (
  deps: AppDeps,
  emailChangeId: string,
  jobId: string,
): Promise<AddressedMail | null> => {
  const change = await openEmailChange(deps.database, emailChangeId, deps.clock.now())
  if (change === null) return null
  const { newEmail: to } = change
  const owner = await findAccountByEmail(deps.database, to)
  const mail = owner ? 'already a member' : 'confirm email change'
  if (!(await mayMailHourly(deps, mail, to, jobId))) return null
  if (owner) return { to, document: alreadyMemberMail(deps, owner.locale) }
  const token = await mintEmailChangeLink(deps, change, 'change-email')
  const url = `${deps.publicUrl}/account/email/${token}`
  return { to, document: changeEmail(url, await localeOfAccount(deps, change.accountId)) }
}

/** To the former mailbox; null as above. */
const stopMail = async (deps: AppDeps, emailChangeId: string): Promise<AddressedMail | null> => {
  const change = await openEmailChange(deps.database, emailChangeId, deps.clock.now())
  if (change === null) return null
  const token = await mintEmailChangeLink(deps, change, 'stop-email-change')
  const url = `${deps.publicUrl}/account/stop-email/${token}`
  const locale = await localeOfAccount(deps, change.accountId)
  return { to: change.formerEmail, document: emailChangeRequested(change.newEmail, url, locale) }
}

const alertMail = async (
  deps: AppDeps,
  { accountId, alert }: z.output<(typeof accountJobPayloads)['mail: account alert']>,
): Promise<AddressedMail | null> => {
  const account = await accountById(deps.database, accountId)
  if (account === null) return null
  const signInMethods = await signInMethodsOf(deps.database, accountId)
  const document = accountAlert(alert, `${deps.publicUrl}/account`, signInMethods, account.locale)
  return { to: account.email, document }
}

const codeMail = async (
  deps: AppDeps,
  request: z.output<(typeof accountJobPayloads)['mail: proof code']>,
): Promise<AddressedMail | null> => {
  const code = await mintProofCode(deps, request)
  const account = code === null ? null : await accountById(deps.database, request.accountId)
  return code === null || account === null
    ? null
    : { to: account.email, document: proofCode(code, account.locale) }
}

interface PasswordRequest {
  readonly accountId: string
  readonly reason: z.output<(typeof accountJobPayloads)['mail: set password']>['reason']
}

/** Whether a member has a password, a passkey or a connected provider; the mailbox alone does not count. */
const canSignIn = async (
  { database }: AppDeps,
  { id, passwordHash }: { readonly id: string; readonly passwordHash: string | null },
): Promise<boolean> => {
  if (passwordHash !== null) return true
  const { providers, passkeys } = await signInMethodsOf(database, id)
  return providers.length + passkeys.length > 0
}

/** A mail for each guest who bought: those of a batch of jobs share their statements. */
const passwordMails = (deps: AppDeps) => {
  const accountOf = gathered((ids: readonly string[]) => accountsById(deps.database, ids))
  const minting = (validFor: Temporal.Duration) =>
    gathered((requests: readonly PasswordRequest[]) =>
      inTransaction(deps, (tx) => mintLinks(tx, requests, 'set-password', validFor)),
    )
  const ofNew = { life: newAccountLinkLifetime, mint: minting(newAccountLinkLifetime) }
  const mints = {
    'new-account': ofNew,
    'guest-order': ofNew,
    gift: ofNew,
    recover: { life: recoveryLinkLifetime, mint: minting(recoveryLinkLifetime) },
  }
  return async (request: PasswordRequest): Promise<AddressedMail | null> => {
    const { accountId, reason } = request
    const account = await accountOf(accountId)
    if (!account) return null
    // Who can sign in does so: an order of somebody is no reason for a link that sets a password.
    if (reason === 'guest-order' && (await canSignIn(deps, account)))
      return {
        to: account.email,
        document: guestOrder(`${deps.publicUrl}/account/orders`, passwordPage(deps), account.locale),
      }
    const { life, mint } = mints[reason]
    const url = `${deps.publicUrl}/set-password?token=${await mint(request)}`
    const validHours = life.total('hours')
    const text = reason === 'guest-order' ? 'new-account' : reason
    return { to: account.email, document: setPassword({ reason: text, url, validHours }, account.locale) }
  }
}

/** A job that runs again replaces its mail; the link of the first one works like that of the second. */
export const createAccountMailJobs = (
  deps: AppDeps,
  send: SendMail,
): JobHandlers<typeof accountJobPayloads> => {
  const sendTo = async (id: string, mail: AddressedMail | null): Promise<void> => {
    if (mail !== null) await send(id, mail.to, mail.document)
  }
  const passwordMail = passwordMails(deps)
  return {
    'mail: set password': async (request, { id }) =>
      sendTo(`set-password-${id}`, await passwordMail(request)),
    'mail: account link': async ({ purpose, email }, { id }) =>
      sendTo(`${purpose}-${id}`, await linkMail(deps, purpose, email, id)),
    'mail: confirm registration': async (request, { id }) =>
      sendTo(`verify-${id}`, await confirmationMail(deps, request, id)),
    // Of a code that is mailed twice the second one is valid.
    'mail: proof code': async (request, { id }) => sendTo(`proof-${id}`, await codeMail(deps, request)),
    'mail: change email': async ({ emailChangeId }, { id }) =>
      sendTo(`change-email-${id}`, await changeMail(deps, emailChangeId, id)),
    'mail: email change requested': async ({ emailChangeId }, { id }) =>
      sendTo(`stop-email-${id}`, await stopMail(deps, emailChangeId)),
    'mail: email changed': async ({ formerEmail, locale }, { id }) =>
      send(`email-changed-${id}`, formerEmail, emailChanged(storedLocale(locale ?? null))),
    'mail: account deleted': async ({ formerEmail, locale }, { id }) =>
      send(`account-deleted-${id}`, formerEmail, accountDeleted(storedLocale(locale ?? null))),
    'mail: account alert': async (request, { id }) =>
      sendTo(`${request.alert}-${id}`, await alertMail(deps, request)),
    'mail: impersonation started': async ({ accountId, impersonationId }) => {
      const account = await accountById(deps.database, accountId)
      const impersonation = (await impersonationsOf(deps.database, accountId)).find(
        (one) => one.id === impersonationId,
      )
      if (account === null || impersonation === undefined) return
      await send(
        `visit-${impersonationId}`,
        account.email,
        impersonationStarted(impersonation, `${deps.publicUrl}/account`, account.locale),
      )
    },
  }
}
