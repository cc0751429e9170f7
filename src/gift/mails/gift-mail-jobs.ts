import { refillPage } from '#catalogue/server/plans.ts'
import { z } from 'zod'
import { giftOfOrder, giftToMail, isGiverErased } from '#gift/server/gifts.ts'
import type { Address } from '#shared/address.ts'
import type { StoredGift } from '#gift/server/gifts.ts'
import { countryName } from '#location/rules/countries.ts'
import { localeOfOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { Locale } from '#shared/locale.ts'
import type { GiftMail } from '#shared/domain-events.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import {
  giftClaim,
  giftClaimed,
  giftEnded,
  giftProgress,
  giftShippedToRecipient,
  giftRefused,
  giftShipped,
  giftUnclaimed,
} from './gift-mails.ts'
import type { MailedGift } from './gift-mails.ts'
import type { MailedShipment } from '#shipment/mails/shipment-mails.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { MailDocument, SendMail } from '#platform/mail-document.ts'

const mailedFrom = ({ publicUrl }: AppDeps, gift: StoredGift, { number }: Order): MailedGift => ({
  recipientName: gift.recipientName,
  recipientEmail: gift.recipientEmail,
  message: gift.message,
  startsOn: gift.startsOn.toString(),
  giftUrl: `${publicUrl}/your-gift?number=${number}`,
})

/** The gift of an order as its mails name it; null for every other order. */
export const mailedGift = async (deps: AppDeps, order: Order): Promise<MailedGift | null> => {
  const gift = order.kind === 'gift' ? await giftOfOrder(deps.database, order.id) : null
  return gift && mailedFrom(deps, gift, order)
}

interface GiftShipment {
  readonly order: Order
  readonly shipment: MailedShipment
  /** Where it goes, when that is not what the recipient entered any more. */
  readonly shipTo: Address | null
  readonly mail: 'shipped' | 'delivered' | 'delayed'
  /** The id of the mail. */
  readonly id: string
  /** By the giver's mail settings; the recipient always gets one. */
  readonly isWantedByGiver: boolean
}

/** A gift has shipped: one mail to its giver, one to its recipient, who alone gets the address and what follows. */
export const giftShipmentMails = async (
  { deps, send }: { readonly deps: AppDeps; readonly send: SendMail },
  { order, shipment, shipTo: corrected, mail, id, isWantedByGiver }: GiftShipment,
): Promise<void> => {
  const gift = await giftOfOrder(deps.database, order.id)
  if (!gift?.shipTo) return
  const { giverName, recipientEmail } = gift
  const locale = await localeOfOrder(deps.database, order)
  const shipTo = corrected ?? gift.shipTo
  const shipped = { ...shipment, number: order.number, shipTo, giverName }
  const isErased = recipientEmail === ''
  const about = { order, kind: mail }
  const sendToRecipient = (document: MailDocument): Promise<void> =>
    send(`${id}-gift`, recipientEmail, document, { about: { ...about, isToRecipient: true } })
  if (mail !== 'shipped') {
    if (!isErased) await sendToRecipient(giftProgress(shipped, mail, locale))
    return
  }
  if (isWantedByGiver && !(await isGiverErased(deps.database, gift)))
    await send(id, order.email, giftShipped(mailedFrom(deps, gift, order), shipped, locale), { about })
  if (isErased) return
  const continueUrl = `${deps.publicUrl}${await refillPage(deps, order.lines[0]?.planCode ?? '')}`
  await sendToRecipient(giftShippedToRecipient({ ...shipped, continueUrl }, locale))
}

/** Notifies the recipient of a claimed gift that a refund canceled its order, so that no shipment comes. */
export const giftEndedMail = async (deps: AppDeps, send: SendMail, order: Order): Promise<void> => {
  const gift = await giftOfOrder(deps.database, order.id)
  if (!gift || gift.claimedAt === null) return
  const { giverName, recipientName, recipientEmail } = gift
  if (recipientEmail === '') return
  const locale = await localeOfOrder(deps.database, order)
  const document = giftEnded({ giverName, recipientName, lines: order.lines }, locale)
  const about = { order, kind: 'gift-ended', isToRecipient: true } as const
  await send(`gift-ended-${order.id}`, recipientEmail, document, { about })
}

type GiftMailFacts = NonNullable<Awaited<ReturnType<typeof giftToMail>>>

const toRecipient = (
  { gift, order, claimUrl }: GiftMailFacts,
  isReminder: boolean,
  locale: Locale,
): MailDocument => {
  const { giverName, recipientName, message } = gift
  const { lines } = order
  return giftClaim({ giverName, recipientName, message, lines, claimUrl, isReminder }, locale)
}

/** The content and recipient of a mail; null when it is not true anymore. */
const mailFor = (deps: AppDeps, facts: GiftMailFacts, mail: GiftMail, locale: Locale) => {
  const { gift, order, state } = facts
  const mailed = mailedFrom(deps, gift, order)
  switch (mail) {
    case 'claim':
    case 'reminder':
      if (state !== 'sent' || gift.recipientEmail === '') return null
      return { to: gift.recipientEmail, document: toRecipient(facts, mail === 'reminder', locale) }
    case 'unclaimed':
      return state === 'sent' ? { to: order.email, document: giftUnclaimed(mailed, locale) } : null
    case 'claimed':
      return state === 'canceled' || order.ships === null || facts.isGiverErased
        ? null
        : { to: order.email, document: giftClaimed(mailed, order.ships.from.toString(), locale) }
    case 'refused': {
      const country = gift.refusedCountry
      if (state !== 'sent' || country === null) return null
      return { to: order.email, document: giftRefused(mailed, countryName(country, locale), locale) }
    }
    default:
      return mail satisfies never
  }
}

export const giftMailPayloads = {
  'mail: gift': z.object({
    giftId: z.uuid(),
    mail: z.enum(['claim', 'reminder', 'unclaimed', 'claimed', 'refused']),
  }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const giftMails = {
  'gift-mail': ({ giftId, mail }) => [{ kind: 'mail: gift', payload: { giftId, mail } }],
} satisfies Partial<JobsByEvent<typeof giftMailPayloads>>

/** Mails of gifts. They are what was bought, so no mail setting stops them. */
export const createGiftMailJobs = (deps: AppDeps, send: SendMail) => ({
  'mail: gift': async (
    { giftId, mail }: { readonly giftId: string; readonly mail: GiftMail },
    { id }: { readonly id: string },
  ): Promise<void> => {
    const facts = await giftToMail(deps, giftId)
    const locale = facts && (await localeOfOrder(deps.database, facts.order))
    const addressedMail = facts && locale && mailFor(deps, facts, mail, locale)
    if (!addressedMail) return
    const isToRecipient = mail === 'claim' || mail === 'reminder'
    const about = { order: facts.order, kind: `gift-${mail}`, isToRecipient } as const
    await send(`gift-${mail}-${id}`, addressedMail.to, addressedMail.document, { about })
  },
})
