import { createAccountMailJobs } from '#account/mails/account-mail-jobs.ts'
import { createGiftMailJobs } from '#gift/mails/gift-mail-jobs.ts'
import { createNewsletterMailJobs } from '#newsletter/mails/newsletter-mail-jobs.ts'
import { createOrderMailJobs } from '#order/mails/order-mail-jobs.ts'
import { createRefundMailJobs } from '#payment/mails/refund-mail-jobs.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import type { Mailer } from '#platform/mail.ts'
import { renderMail } from '#platform/render-mail.ts'
import { createSubscriptionMailJobs } from '#subscription/mails/subscription-mail-jobs.ts'
import type { RenewalTools } from '#subscription/renewal/server/renew-due.ts'
import { createCardJobs } from './card-payments.ts'
import type { ShopJobPayloads } from './job-payloads.ts'
import { createWithdrawalJobs } from './withdrawal-jobs.ts'

interface MailServices extends RenewalTools {
  readonly mailer: Mailer
}

type MailJobs = Omit<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report'
>

/** The worker's jobs for each kind of mail: gather the facts through the modules' public APIs, render, send. */
export const createMailJobs = (services: MailServices): MailJobs => {
  const send: SendMail = async (id, to, document, headers) => {
    await services.mailer.send({ id, to, ...(headers ? { headers } : {}), ...(await renderMail(document)) })
    services.deps.reachCrashPoint('mail: sent')
  }
  return {
    ...createOrderMailJobs(services, send),
    ...createSubscriptionMailJobs(services, send),
    ...createRefundMailJobs(services.deps, send),
    ...createWithdrawalJobs(services),
    ...createGiftMailJobs(services.deps, send),
    ...createCardJobs(services),
    ...createNewsletterMailJobs(services),
    ...createAccountMailJobs(services.deps, send),
  }
}
