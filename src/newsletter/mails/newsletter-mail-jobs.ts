import { z } from 'zod'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import { cartLinkLifetime } from '#newsletter/rules/cart-reminder.ts'
import { confirmLinkLifetime } from '#newsletter/rules/sign-up.ts'
import { abandonedCartItems } from '#newsletter/server/cart-reminders.ts'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { issueById, sendToRecipient } from '#newsletter/server/issues.ts'
import { subscriberById } from '#newsletter/server/subscribers.ts'
import { isRefusedForGood } from '#platform/mail.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { unsubscribeHeaders } from '#platform/mail-document.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { cartReminder, newsletterConfirm, newsletterIssue, newsletterWelcome } from './newsletter.ts'

/** How to unsubscribe: a link, and headers for mail programs. */
const createUnsubscribeLinks = (deps: AppDeps) => {
  const links = createNewsletterLinks(deps)
  return (subscriberId: string) => {
    const url = links.unsubscribeUrl(subscriberId)
    return { url, extras: { headers: unsubscribeHeaders(url) } }
  }
}

/** Newsletter mails to one subscriber, each with one-click unsubscribe. */
const subscriberMailJobs = (deps: AppDeps, send: SendMail) => {
  const links = createNewsletterLinks(deps)
  const unsubscribeLinkOf = createUnsubscribeLinks(deps)
  return {
    'mail: cart reminder': async ({ subscriberId, cartId }: { subscriberId: string; cartId: string }) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      const items = await abandonedCartItems(deps, cartId)
      if (subscriber?.state !== 'subscribed' || items === null) return
      const { url, extras } = unsubscribeLinkOf(subscriberId)
      const cartUrl = links.cartUrl(cartId, deps.clock.now().add(cartLinkLifetime))
      const document = cartReminder(items, cartUrl, url)
      await send(`cart-reminder-${cartId}`, subscriber.email, document, extras)
    },
    'mail: newsletter confirm': async ({ subscriberId }: { subscriberId: string }) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      if (subscriber?.state !== 'pending') return
      const document = newsletterConfirm(links.confirmUrl(subscriber), confirmLinkLifetime.total('days'))
      const id = `newsletter-confirm-${subscriberId}-${subscriber.requestedAt.epochMilliseconds}`
      await send(id, subscriber.email, document)
    },
    'mail: newsletter welcome': async (
      { subscriberId }: { subscriberId: string },
      job: { readonly id: string },
    ) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      if (subscriber?.state !== 'subscribed') return
      const { url, extras } = unsubscribeLinkOf(subscriberId)
      await send(`newsletter-welcome-${job.id}`, subscriber.email, newsletterWelcome(url), extras)
    },
  }
}

/** Newsletter issues. */
const issueJobs = (deps: AppDeps, send: SendMail) => {
  const unsubscribeLinkOf = createUnsubscribeLinks(deps)
  return {
    'mail: newsletter issue': (recipient: { issueId: string; subscriberId: string }) =>
      sendToRecipient(deps, recipient, async (issue, { id, email: to }) => {
        const { url, extras } = unsubscribeLinkOf(id)
        try {
          await send(`letter-${recipient.issueId}-${id}`, to, newsletterIssue(issue, url), extras)
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
      if (issue) await send(`letter-test-${job.id}`, to, newsletterIssue(issue, null))
    },
  }
}

export const newsletterMailPayloads = {
  'mail: cart reminder': z.object({ subscriberId: z.uuid(), cartId: z.uuid() }),
  'mail: newsletter confirm': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter welcome': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter issue': z.object({ issueId: z.uuid(), subscriberId: z.uuid() }),
  'mail: newsletter test': z.object({ issueId: z.uuid(), email: z.string() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const newsletterMails = {
  'cart-abandoned': ({ subscriberId, cartId }) => [
    { kind: 'mail: cart reminder', payload: { subscriberId, cartId } },
  ],
  'newsletter-issue-due': ({ issueId, subscriberId }) => [
    { kind: 'mail: newsletter issue', payload: { issueId, subscriberId } },
  ],
  'newsletter-test-requested': ({ issueId, email }) => [
    { kind: 'mail: newsletter test', payload: { issueId, email } },
  ],
  'newsletter-confirmation-requested': ({ subscriberId }) => [
    { kind: 'mail: newsletter confirm', payload: { subscriberId } },
  ],
  'newsletter-joined': ({ subscriberId }) => [
    { kind: 'mail: newsletter welcome', payload: { subscriberId } },
  ],
} satisfies Partial<JobsByEvent<typeof newsletterMailPayloads>>

/** The worker's jobs for newsletter mails. */
export const createNewsletterMailJobs = (deps: AppDeps, send: SendMail) => ({
  ...subscriberMailJobs(deps, send),
  ...issueJobs(deps, send),
})
