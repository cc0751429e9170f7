import { z } from 'zod'
import {
  accountById,
  awaitsConfirmation,
  findAccountByEmail,
  mayMailLink,
  mintLink,
} from '#account/server/accounts.ts'
import { visitsOf } from '#agent/server/agents.ts'
import { magicLinkLife, recoveryLinkLife, verifyLinkLife } from '#account/rules/session-limits.ts'
import type { Announcement } from '#shared/announcements.ts'
import type { JobHandlers, JobShapes, NewJob } from '#platform/jobs.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { alreadyMember, changeEmail, emailChanged, magicLink, verifyEmail } from './mails/account-mails.ts'
import { visitStarted, wayInChanged } from './mails/account-alerts.ts'

/** Mails about the account itself. Where they go stands in the payload: it may have no account, or not any more. */
export const accountJobShapes = {
  'mail: account link': z.object({ purpose: z.enum(['verify', 'sign-in']), email: z.string() }),
  'mail: change email': z.object({ accountId: z.uuid(), email: z.string() }),
  'mail: email changed': z.object({ formerEmail: z.string() }),
  'mail: way in changed': z.object({
    accountId: z.uuid(),
    change: z.enum(['password-changed', 'passkey-added', 'passkey-removed']),
  }),
  'mail: visit started': z.object({ accountId: z.uuid(), visitId: z.uuid() }),
} as const satisfies JobShapes

type AccountAnnouncement = Extract<
  Announcement,
  {
    readonly kind: 'link-asked' | 'email-change-asked' | 'email-changed' | 'way-in-changed' | 'visit-started'
  }
>

export const accountJobFor = (announcement: AccountAnnouncement): NewJob<typeof accountJobShapes> => {
  switch (announcement.kind) {
    case 'link-asked': {
      const { purpose, email } = announcement
      return { kind: 'mail: account link', payload: { purpose, email } }
    }
    case 'email-change-asked': {
      const { accountId, email } = announcement
      return { kind: 'mail: change email', payload: { accountId, email } }
    }
    case 'email-changed':
      return { kind: 'mail: email changed', payload: { formerEmail: announcement.formerEmail } }
    case 'way-in-changed': {
      const { accountId, change } = announcement
      return { kind: 'mail: way in changed', payload: { accountId, change } }
    }
    case 'visit-started': {
      const { accountId, visitId } = announcement
      return { kind: 'mail: visit started', payload: { accountId, visitId } }
    }
    default:
      return announcement satisfies never
  }
}

type Send = (id: string, to: string, document: MailDocument) => Promise<void>

/** What to mail to somebody who asked for a link; null when nothing is to be mailed. */
const linkMail = async (
  world: World,
  purpose: 'verify' | 'sign-in',
  email: string,
): Promise<MailDocument | null> => {
  const account = await findAccountByEmail(world.database, email)
  if (account === null) return null
  const life = purpose === 'verify' ? verifyLinkLife : magicLinkLife
  if (purpose === 'verify' && !(await awaitsConfirmation(world.database, account))) {
    return alreadyMember(`${world.publicUrl}/login`, `${world.publicUrl}/recover?reason=no-password`)
  }
  const token = await inTransaction(world, async (work) =>
    (await mayMailLink(work, account.id)) ? mintLink(work, account.id, purpose, life) : null,
  )
  if (token === null) return null
  return purpose === 'verify'
    ? verifyEmail(`${world.publicUrl}/account/verify-account/${token}`)
    : magicLink(`${world.publicUrl}/account/magic-link/${token}`)
}

const changeMail = async (world: World, accountId: string, email: string): Promise<MailDocument | null> => {
  const account = await accountById(world.database, accountId)
  if (account === null) return null
  if ((await findAccountByEmail(world.database, email)) !== null) {
    return alreadyMember(`${world.publicUrl}/login`, `${world.publicUrl}/recover`)
  }
  const token = await inTransaction(world, async (work) =>
    (await mayMailLink(work, accountId))
      ? mintLink(work, accountId, 'change-email', recoveryLinkLife, email)
      : null,
  )
  return token === null ? null : changeEmail(`${world.publicUrl}/account/email/${token}`)
}

/** A job that is done again replaces its mail; the link of the first one is as good as that of the second. */
export const createAccountMailJobs = (world: World, send: Send): JobHandlers<typeof accountJobShapes> => ({
  'mail: account link': async ({ purpose, email }, { id }) => {
    const document = await linkMail(world, purpose, email)
    if (document !== null) await send(`${purpose}-${id}`, email, document)
  },
  'mail: change email': async ({ accountId, email }, { id }) => {
    const document = await changeMail(world, accountId, email)
    if (document !== null) await send(`change-email-${id}`, email, document)
  },
  'mail: email changed': async ({ formerEmail }, { id }) =>
    send(`email-changed-${id}`, formerEmail, emailChanged()),
  'mail: way in changed': async ({ accountId, change }, { id }) => {
    const account = await accountById(world.database, accountId)
    if (account === null) return
    await send(`${change}-${id}`, account.email, wayInChanged(change, `${world.publicUrl}/account`))
  },
  'mail: visit started': async ({ accountId, visitId }) => {
    const account = await accountById(world.database, accountId)
    const visit = (await visitsOf(world.database, accountId)).find((one) => one.id === visitId)
    if (account === null || visit === undefined) return
    await send(`visit-${visitId}`, account.email, visitStarted(visit, `${world.publicUrl}/account`))
  },
})
