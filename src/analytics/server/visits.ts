import { keptConsent } from '#consent/rules/consent.ts'
import { brand } from '#shared/brand.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type { collect } from '../calls.ts'
import { countPages, deleteEventsBefore, insertEvents } from './event-store.ts'

/** Days that a page view is kept. */
const keptDays = 365

/** Answers the collector. The consent of the request itself decides, whatever the browser's script believed. */
export const createCollect =
  (world: World): Handler<typeof collect> =>
  async ({ cookies, privacySignal, actor }, { batch }) => {
    const consent = keptConsent(cookies.get(brand.keys.consentCookie), privacySignal)
    // An agent of support is nobody's visit.
    if (!consent?.groups.C0002 || actor.kind === 'agent') return { success: true, kept: 0 }
    const events = batch.map(({ messageId, name, properties: { path, ...properties } }) => ({
      messageId: messageId ?? world.ids.uuid(),
      visitId: consent.visitId,
      name,
      path,
      properties,
    }))
    return { success: true, kept: await inTransaction(world, (work) => insertEvents(work, events)) }
  }

/** How often each page was read in the last days, and by how many browsers. */
export const pagesRead = ({ database, clock }: Pick<World, 'database' | 'clock'>, days: number) =>
  countPages(database, clock.now().subtract({ hours: days * 24 }))

/** Forgets page views after a year. */
export const forgetOldVisits = (world: World): Promise<void> =>
  inTransaction(world, (work) => deleteEventsBefore(work, work.now.subtract({ hours: keptDays * 24 })))
