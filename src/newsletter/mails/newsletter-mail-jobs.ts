import { z } from 'zod'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import { cartLinkLifetime } from '#newsletter/rules/cart-reminder.ts'
import { confirmLinkLifetime } from '#newsletter/rules/sign-up.ts'
import { abandonedCartItems } from '#newsletter/server/cart-reminders.ts'
import { createNewsletterLinks } from '#newsletter/server/newsletter-links.ts'
import { campaignDocument, campaignPlans, campaignVersion, contentOf } from '#newsletter/server/campaigns.ts'
import { claimCopy, copyDocument, isStillWanted, settleCopy } from '#newsletter/server/campaign-copies.ts'
import { subscriberById } from '#newsletter/server/subscribers.ts'
import { suppressionOf } from '#newsletter/server/suppressions.ts'
import { copyHeader } from '#newsletter/rules/delivery-report.ts'
import { failureOf } from '#platform/mail.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { unsubscribeHeaders } from '#platform/mail-document.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { cartReminder, newsletterConfirm, newsletterWelcome } from './newsletter.ts'

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
      if (await suppressionOf(deps.database, subscriber.email)) return
      const { url, extras } = unsubscribeLinkOf(subscriberId)
      const cartUrl = links.cartUrl(cartId, deps.clock.now().add(cartLinkLifetime))
      const document = cartReminder({ items, cartUrl, unsubscribeUrl: url }, subscriber.locale)
      await send(`cart-reminder-${cartId}`, subscriber.email, document, extras)
    },
    'mail: newsletter confirm': async ({ subscriberId }: { subscriberId: string }) => {
      const subscriber = await subscriberById(deps.database, subscriberId)
      if (subscriber?.state !== 'pending') return
      const validDays = confirmLinkLifetime.total('days')
      const document = newsletterConfirm(links.confirmUrl(subscriber), validDays, subscriber.locale)
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
      const document = newsletterWelcome(url, subscriber.locale)
      await send(`newsletter-welcome-${job.id}`, subscriber.email, document, extras)
    },
  }
}

/** Copies of campaigns, each sent at most once. */
const campaignJobs = (deps: AppDeps, send: SendMail) => ({
  'mail: newsletter copy': async (key: { campaignId: string; subscriberId: string }) => {
    const copy = await claimCopy(deps, key)
    if (!copy) return
    deps.reachCrashPoint('newsletter: copy claimed')
    const { document, unsubscribeUrl } = await copyDocument(deps, copy)
    if (!(await isStillWanted(deps, key))) return
    const extras = {
      headers: { ...unsubscribeHeaders(unsubscribeUrl), [copyHeader]: copy.token },
      returnToken: copy.token,
    }
    try {
      await send(`newsletter-${key.campaignId}-${key.subscriberId}`, copy.to, document, extras)
    } catch (thrown) {
      const outcome = failureOf(thrown)
      await settleCopy(deps, key, outcome, thrown instanceof Error ? thrown.message.slice(0, 300) : '')
      if (outcome === 'not-taken') throw thrown
      return
    }
    await settleCopy(deps, key, 'sent', '')
  },
  'mail: newsletter test': async (
    { campaignId, version: number, email: to }: { campaignId: string; version: number; email: string },
    job: { readonly id: string },
  ) => {
    const version = await campaignVersion(deps.database, campaignId, number)
    const content = version && contentOf(version)
    if (!content) return
    const frame = {
      publicUrl: deps.publicUrl,
      linkTo: (href: string) => href,
      unsubscribeUrl: null,
      plans: await campaignPlans(deps),
    }
    await send(`newsletter-test-${job.id}`, to, campaignDocument(content, frame))
  },
})

export const newsletterMailPayloads = {
  'mail: cart reminder': z.object({ subscriberId: z.uuid(), cartId: z.uuid() }),
  'mail: newsletter confirm': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter welcome': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter copy': z.object({ campaignId: z.uuid(), subscriberId: z.uuid() }),
  'mail: newsletter test': z.object({ campaignId: z.uuid(), version: z.int(), email: z.string() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const newsletterMails = {
  'cart-abandoned': ({ subscriberId, cartId }) => [
    { kind: 'mail: cart reminder', payload: { subscriberId, cartId } },
  ],
  'newsletter-copy-due': ({ campaignId, subscriberId }) => [
    { kind: 'mail: newsletter copy', payload: { campaignId, subscriberId } },
  ],
  'newsletter-test-requested': ({ campaignId, version, email }) => [
    { kind: 'mail: newsletter test', payload: { campaignId, version, email } },
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
  ...campaignJobs(deps, send),
})
