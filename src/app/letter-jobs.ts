import { messageFacts, topics } from '#contact/rules/message.ts'
import { messageById } from '#contact/server/messages.ts'
import { cartLinkLife } from '#newsletter/rules/cart-reminder.ts'
import { confirmLife } from '#newsletter/rules/sign-up.ts'
import { leftItems } from '#newsletter/server/cart-reminders.ts'
import { createLetterLinks } from '#newsletter/server/letter-links.ts'
import { letterById, sendCopy } from '#newsletter/server/letters.ts'
import { subscriberById } from '#newsletter/server/subscribers.ts'
import { brand } from '#shared/brand.ts'
import { isRefusedForGood } from '#platform/mail.ts'
import type { Mailer } from '#platform/mail.ts'
import type { World } from '#platform/world.ts'
import type { MailDocument } from './mails/mail-document.ts'
import { messageMail } from './mails/message.ts'
import { cartReminder, newsletterConfirm, newsletterLetter, newsletterWelcome } from './mails/newsletter.ts'
import { renderMail } from './mails/render-mail.ts'

interface LetterTools {
  readonly world: World
  readonly mailer: Mailer
}

interface Envelope {
  readonly id: string
  readonly to: string
  readonly replyTo?: string
  readonly headers?: Readonly<Record<string, string>>
}

const send = async (
  { world, mailer }: LetterTools,
  envelope: Envelope,
  document: MailDocument,
): Promise<void> => {
  await mailer.send({ ...envelope, ...(await renderMail(document)) })
  world.reach('mail: sent')
}

/** Mails of messages left by forms: to us, and answered to their writer. */
const messageJobs = (tools: LetterTools) => ({
  'mail: message': async ({ messageId }: { messageId: string }) => {
    const message = await messageById(tools.world.database, messageId)
    if (!message) return
    const { topic, name, email, fields } = message
    const document = messageMail({
      topic: topics[topic],
      name,
      email,
      facts: messageFacts(message),
      message: fields['message'] ?? '',
    })
    await send(tools, { id: `message-${messageId}`, to: brand.supportEmail, replyTo: email }, document)
  },
})

/** How a letter is stopped: its link, and what says so to mail programs (RFC 2369, RFC 8058). */
const createLeaving = (world: World) => {
  const links = createLetterLinks(world)
  return (subscriberId: string) => {
    const url = links.unsubscribeUrl(subscriberId)
    const headers = {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    return { url, headers }
  }
}

/** Letters to one subscriber, each of which can be stopped by one press. */
const newsletterJobs = (tools: LetterTools) => {
  const { world } = tools
  const links = createLetterLinks(world)
  const leaving = createLeaving(world)
  return {
    'mail: cart reminder': async ({ subscriberId, cartId }: { subscriberId: string; cartId: string }) => {
      const subscriber = await subscriberById(world.database, subscriberId)
      const items = await leftItems(world, cartId)
      if (subscriber?.state !== 'subscribed' || items === null) return
      const { url, headers } = leaving(subscriberId)
      const envelope = { id: `cart-reminder-${cartId}`, to: subscriber.email, headers }
      const cartUrl = links.cartUrl(cartId, world.clock.now().add(cartLinkLife))
      await send(tools, envelope, cartReminder(items, cartUrl, url))
    },
    'mail: newsletter confirm': async ({ subscriberId }: { subscriberId: string }) => {
      const subscriber = await subscriberById(world.database, subscriberId)
      if (subscriber?.state !== 'asked') return
      const document = newsletterConfirm(links.confirmUrl(subscriber), confirmLife.total('days'))
      const id = `newsletter-confirm-${subscriberId}-${subscriber.askedAt.epochMilliseconds}`
      await send(tools, { id, to: subscriber.email }, document)
    },
    'mail: newsletter welcome': async (
      { subscriberId }: { subscriberId: string },
      job: { readonly id: string },
    ) => {
      const subscriber = await subscriberById(world.database, subscriberId)
      if (subscriber?.state !== 'subscribed') return
      const { url, headers } = leaving(subscriberId)
      const envelope = { id: `newsletter-welcome-${job.id}`, to: subscriber.email, headers }
      await send(tools, envelope, newsletterWelcome(url))
    },
  }
}

/** Letters to everybody. */
const wideJobs = (tools: LetterTools) => {
  const { world } = tools
  const leaving = createLeaving(world)
  return {
    'mail: letter': (copy: { letterId: string; subscriberId: string }) =>
      sendCopy(world, copy, async (letter, { id, email: to }) => {
        const { url, headers } = leaving(id)
        const envelope = { id: `letter-${copy.letterId}-${id}`, to, headers }
        try {
          await send(tools, envelope, newsletterLetter(letter, url))
          return 'sent'
        } catch (thrown) {
          if (!isRefusedForGood(thrown)) throw thrown
          return 'refused'
        }
      }),
    'mail: letter test': async (
      { letterId, email: to }: { letterId: string; email: string },
      job: { readonly id: string },
    ) => {
      const letter = await letterById(world.database, letterId)
      if (letter) await send(tools, { id: `letter-test-${job.id}`, to }, newsletterLetter(letter, null))
    },
  }
}

/** What the worker does for messages and letters. */
export const createLetterJobs = (tools: LetterTools) => ({
  ...messageJobs(tools),
  ...newsletterJobs(tools),
  ...wideJobs(tools),
})
