import { z } from 'zod'
import type { JobShapes } from '#platform/jobs.ts'
import { messageFacts, topics } from '#contact/rules/message.ts'
import { messageById } from '#contact/server/messages.ts'
import { cartLinkLifetime } from '#newsletter/rules/cart-reminder.ts'
import { confirmLinkLifetime } from '#newsletter/rules/sign-up.ts'
import { abandonedCartItems } from '#newsletter/server/cart-reminders.ts'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { issueById, sendToRecipient } from '#newsletter/server/issues.ts'
import { subscriberById } from '#newsletter/server/subscribers.ts'
import { brand } from '#shared/brand.ts'
import { isRefusedForGood } from '#platform/mail.ts'
import type { Mailer } from '#platform/mail.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { messageMail } from '#contact/mails/message.ts'
import { cartReminder, newsletterConfirm, newsletterIssue, newsletterWelcome } from './newsletter.ts'
import { renderMail } from '#platform/render-mail.ts'

interface NewsletterMailServices {
  readonly deps: AppDeps
  readonly mailer: Mailer
}

interface Envelope {
  readonly id: string
  readonly to: string
  readonly replyTo?: string
  readonly headers?: Readonly<Record<string, string>>
}

const send = async (
  { deps, mailer }: NewsletterMailServices,
  envelope: Envelope,
  document: MailDocument,
): Promise<void> => {
  await mailer.send({ ...envelope, ...(await renderMail(document)) })
  deps.reachCrashPoint('mail: sent')
}

/** Mails of messages from forms: to the shop, with the author as reply address. */
const messageMailJobs = (services: NewsletterMailServices) => ({
  'mail: message': async ({ messageId }: { messageId: string }) => {
    const message = await messageById(services.deps.database, messageId)
    if (!message) return
    const { topic, name, email, fields } = message
    const document = messageMail({
      topic: topics[topic],
      name,
      email,
      facts: messageFacts(message),
      message: fields['message'] ?? '',
    })
    await send(services, { id: `message-${messageId}`, to: brand.supportEmail, replyTo: email }, document)
  },
})

/** How to unsubscribe: a link, and headers for mail programs (RFC 2369, RFC 8058). */
const createUnsubscribeLinks = (deps: AppDeps) => {
  const links = createNewsletterLinks(deps)
  return (subscriberId: string) => {
    const url = links.unsubscribeUrl(subscriberId)
    const headers = {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    return { url, headers }
  }
}

/** Newsletter mails to one subscriber, each with one-click unsubscribe. */
const subscriberMailJobs = (services: NewsletterMailServices) => {
  const { deps } = services
  const links = createNewsletterLinks(deps)
  const unsubscribeLinkOf = createUnsubscribeLinks(deps)
  return {
    'mail: cart reminder': async ({ subscriberId, cartId }: { subscriberId: string; cartId: string }) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      const items = await abandonedCartItems(deps, cartId)
      if (subscriber?.state !== 'subscribed' || items === null) return
      const { url, headers } = unsubscribeLinkOf(subscriberId)
      const envelope = { id: `cart-reminder-${cartId}`, to: subscriber.email, headers }
      const cartUrl = links.cartUrl(cartId, deps.clock.now().add(cartLinkLifetime))
      await send(services, envelope, cartReminder(items, cartUrl, url))
    },
    'mail: newsletter confirm': async ({ subscriberId }: { subscriberId: string }) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      if (subscriber?.state !== 'pending') return
      const document = newsletterConfirm(links.confirmUrl(subscriber), confirmLinkLifetime.total('days'))
      const id = `newsletter-confirm-${subscriberId}-${subscriber.requestedAt.epochMilliseconds}`
      await send(services, { id, to: subscriber.email }, document)
    },
    'mail: newsletter welcome': async (
      { subscriberId }: { subscriberId: string },
      job: { readonly id: string },
    ) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      if (subscriber?.state !== 'subscribed') return
      const { url, headers } = unsubscribeLinkOf(subscriberId)
      const envelope = { id: `newsletter-welcome-${job.id}`, to: subscriber.email, headers }
      await send(services, envelope, newsletterWelcome(url))
    },
  }
}

/** Newsletter issues. */
const issueJobs = (services: NewsletterMailServices) => {
  const { deps } = services
  const unsubscribeLinkOf = createUnsubscribeLinks(deps)
  return {
    'mail: newsletter issue': (recipient: { issueId: string; subscriberId: string }) =>
      sendToRecipient(deps, recipient, async (issue, { id, email: to }) => {
        const { url, headers } = unsubscribeLinkOf(id)
        const envelope = { id: `letter-${recipient.issueId}-${id}`, to, headers }
        try {
          await send(services, envelope, newsletterIssue(issue, url))
          return 'sent'
        } catch (thrown) {
          if (!isRefusedForGood(thrown)) throw thrown
          return 'refused'
        }
      }),
    'mail: newsletter test': async (
      { issueId, email: to }: { issueId: string; email: string },
      job: { readonly id: string },
    ) => {
      const issue = await issueById(deps.database, issueId)
      if (issue) await send(services, { id: `letter-test-${job.id}`, to }, newsletterIssue(issue, null))
    },
  }
}

export const newsletterMailPayloads = {
  'mail: message': z.object({ messageId: z.uuid() }),
  'mail: cart reminder': z.object({ subscriberId: z.uuid(), cartId: z.uuid() }),
  'mail: newsletter confirm': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter welcome': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter issue': z.object({ issueId: z.uuid(), subscriberId: z.uuid() }),
  'mail: newsletter test': z.object({ issueId: z.uuid(), email: z.string() }),
} as const satisfies JobShapes

/** The worker's jobs for messages and newsletter mails. */
export const createNewsletterMailJobs = (services: NewsletterMailServices) => ({
  ...messageMailJobs(services),
  ...subscriberMailJobs(services),
  ...issueJobs(services),
})
