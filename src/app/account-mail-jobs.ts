import { z } from 'zod'
import { waysInOf } from '#account/server/access.ts'
import { accountById, findAccountByEmail, mintLink } from '#account/server/accounts.ts'
import { mintConfirmation, mintEmailChangeLink, openEmailChange } from '#account/server/mailed-links.ts'
import { mintProofCode } from '#account/server/proof-handlers.ts'
import { mayMailHourly } from '#account/server/guess-limits.ts'
import { visitsOf } from '#agent/server/agents.ts'
import { magicLinkLife } from '#account/rules/session-limits.ts'
import { accountAlerts } from '#shared/announcements.ts'
import type { Announcement } from '#shared/announcements.ts'
import type { JobHandlers, JobShapes, NewJob } from '#platform/jobs.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type { MailDocument } from './mails/mail-document.ts'
import {
  alreadyMember,
  changeEmail,
  emailChangeAsked,
  emailChanged,
  magicLink,
  proofCode,
  verifyEmail,
} from './mails/account-mails.ts'
import { accountAlert, accountDeleted, visitStarted } from './mails/account-alerts.ts'

/** Mails about the account itself. Where they go stands in the payload: it may have no account, or not any more. */
export const accountJobShapes = {
  'mail: account link': z.object({ purpose: z.enum(['verify', 'sign-in']), email: z.string() }),
  'mail: confirm registration': z.object({ registrationId: z.uuid() }),
  'mail: proof code': z.object({ accountId: z.uuid(), sessionId: z.uuid() }),
  'mail: change email': z.object({ emailChangeId: z.uuid() }),
  'mail: email change asked': z.object({ emailChangeId: z.uuid() }),
  'mail: email changed': z.object({ formerEmail: z.string() }),
  'mail: account deleted': z.object({ formerEmail: z.string() }),
  'mail: account alert': z.object({ accountId: z.uuid(), alert: z.enum(accountAlerts) }),
  'mail: visit started': z.object({ accountId: z.uuid(), visitId: z.uuid() }),
} as const satisfies JobShapes

const accountKinds = [
  'link-asked', 'registration-asked', 'proof-code-asked', 'email-change-asked', 'email-changed', 'account-deleted',
  'account-alert', 'visit-started',
] as const // prettier-ignore

export type AccountAnnouncement = Extract<Announcement, { readonly kind: (typeof accountKinds)[number] }>

export const isOfAccount = (announcement: Announcement): announcement is AccountAnnouncement =>
  accountKinds.some((kind) => kind === announcement.kind)

type AccountJob = NewJob<typeof accountJobShapes>

const goodbyes = {
  'email-changed': 'mail: email changed',
  'account-deleted': 'mail: account deleted',
} as const

/** The mails that follow from what the account module announced. */
export const accountJobsFor = (announcement: AccountAnnouncement): readonly AccountJob[] => {
  switch (announcement.kind) {
    case 'link-asked': {
      const { purpose, email } = announcement
      return [{ kind: 'mail: account link', payload: { purpose, email } }]
    }
    case 'registration-asked': {
      const { registrationId } = announcement
      return [{ kind: 'mail: confirm registration', payload: { registrationId } }]
    }
    case 'proof-code-asked': {
      const { accountId, sessionId } = announcement
      return [{ kind: 'mail: proof code', payload: { accountId, sessionId } }]
    }
    case 'email-change-asked': {
      const payload = { emailChangeId: announcement.emailChangeId }
      return [
        { kind: 'mail: email change asked', payload },
        { kind: 'mail: change email', payload },
      ]
    }
    case 'email-changed':
    case 'account-deleted': {
      const { kind, formerEmail } = announcement
      return [{ kind: goodbyes[kind], payload: { formerEmail } }]
    }
    case 'account-alert': {
      const { accountId, alert } = announcement
      return [{ kind: 'mail: account alert', payload: { accountId, alert } }]
    }
    case 'visit-started': {
      const { accountId, visitId } = announcement
      return [{ kind: 'mail: visit started', payload: { accountId, visitId } }]
    }
    default:
      return announcement satisfies never
  }
}

type Send = (id: string, to: string, document: MailDocument) => Promise<void>

interface Addressed {
  readonly to: string
  readonly document: MailDocument
}

const alreadyHere = ({ publicUrl }: World): MailDocument =>
  alreadyMember(`${publicUrl}/login`, `${publicUrl}/recover?reason=no-password`)

/** What to mail about a registration; null when nothing is to be mailed. */
const confirmationMail = async (
  world: World,
  of: Parameters<typeof mintConfirmation>[1],
  jobId: string,
): Promise<Addressed | null> => {
  const asked = await mintConfirmation(world, of)
  if (asked === null) return null
  if (asked.kind !== 'confirm' && !(await mayMailHourly(world, 'already a member', asked.email, jobId)))
    return null
  const document =
    asked.kind === 'confirm'
      ? verifyEmail(`${world.publicUrl}/account/verify-account/${asked.token}`)
      : alreadyHere(world)
  return { to: asked.email, document }
}

/** What to mail to somebody who asked for a link; null when nothing is to be mailed. */
const linkMail = async (
  world: World,
  purpose: 'verify' | 'sign-in',
  email: string,
  jobId: string,
): Promise<Addressed | null> => {
  const account = await findAccountByEmail(world.database, email)
  // Whoever registered and did not confirm has no account to sign in to yet.
  if (purpose === 'verify' || account === null) return confirmationMail(world, { email }, jobId)
  const token = await inTransaction(world, (work) => mintLink(work, account.id, 'sign-in', magicLinkLife))
  return { to: email, document: magicLink(`${world.publicUrl}/account/magic-link/${token}`) }
}

/**
 * The mail to the new mailbox, which may belong to somebody other than the requester: at most one an hour. Null above
 * that, and for a change that was stopped, replaced or has expired.
 */
const changeMail = async (world: World, emailChangeId: string, jobId: string): Promise<Addressed | null> => {
  const change = await openEmailChange(world.database, emailChangeId, world.clock.now())
  if (change === null) return null
  const { newEmail: to } = change
  const isMembers = (await findAccountByEmail(world.database, to)) !== null
  const mail = isMembers ? 'already a member' : 'confirm email change'
  if (!(await mayMailHourly(world, mail, to, jobId))) return null
  if (isMembers) return { to, document: alreadyHere(world) }
  const token = await mintEmailChangeLink(world, change, 'change-email')
  return { to, document: changeEmail(`${world.publicUrl}/account/email/${token}`) }
}

/** To the former mailbox; null as above. */
const stopMail = async (world: World, emailChangeId: string): Promise<Addressed | null> => {
  const change = await openEmailChange(world.database, emailChangeId, world.clock.now())
  if (change === null) return null
  const token = await mintEmailChangeLink(world, change, 'stop-email-change')
  const url = `${world.publicUrl}/account/stop-email/${token}`
  return { to: change.formerEmail, document: emailChangeAsked(change.newEmail, url) }
}

const alertMail = async (
  world: World,
  { accountId, alert }: z.output<(typeof accountJobShapes)['mail: account alert']>,
): Promise<Addressed | null> => {
  const account = await accountById(world.database, accountId)
  if (account === null) return null
  const ways = await waysInOf(world.database, accountId)
  return { to: account.email, document: accountAlert(alert, `${world.publicUrl}/account`, ways) }
}

const codeMail = async (
  world: World,
  asked: z.output<(typeof accountJobShapes)['mail: proof code']>,
): Promise<Addressed | null> => {
  const code = await mintProofCode(world, asked)
  const account = code === null ? null : await accountById(world.database, asked.accountId)
  return code === null || account === null ? null : { to: account.email, document: proofCode(code) }
}

/** A job that is done again replaces its mail; the link of the first one is as good as that of the second. */
export const createAccountMailJobs = (world: World, send: Send): JobHandlers<typeof accountJobShapes> => {
  const sendTo = async (id: string, mail: Addressed | null): Promise<void> => {
    if (mail !== null) await send(id, mail.to, mail.document)
  }
  return {
    'mail: account link': async ({ purpose, email }, { id }) =>
      sendTo(`${purpose}-${id}`, await linkMail(world, purpose, email, id)),
    'mail: confirm registration': async (asked, { id }) =>
      sendTo(`verify-${id}`, await confirmationMail(world, asked, id)),
    // Of a code that is mailed twice the second counts.
    'mail: proof code': async (asked, { id }) => sendTo(`proof-${id}`, await codeMail(world, asked)),
    'mail: change email': async ({ emailChangeId }, { id }) =>
      sendTo(`change-email-${id}`, await changeMail(world, emailChangeId, id)),
    'mail: email change asked': async ({ emailChangeId }, { id }) =>
      sendTo(`stop-email-${id}`, await stopMail(world, emailChangeId)),
    'mail: email changed': async ({ formerEmail }, { id }) =>
      send(`email-changed-${id}`, formerEmail, emailChanged()),
    'mail: account deleted': async ({ formerEmail }, { id }) =>
      send(`account-deleted-${id}`, formerEmail, accountDeleted()),
    'mail: account alert': async (asked, { id }) =>
      sendTo(`${asked.alert}-${id}`, await alertMail(world, asked)),
    'mail: visit started': async ({ accountId, visitId }) => {
      const account = await accountById(world.database, accountId)
      const visit = (await visitsOf(world.database, accountId)).find((one) => one.id === visitId)
      if (account === null || visit === undefined) return
      await send(`visit-${visitId}`, account.email, visitStarted(visit, `${world.publicUrl}/account`))
    },
  }
}
