import { longDate } from '#shared/dates.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { returnMailsMessages } from '../messages/return-mails-messages.ts'
import { labelBlocks, refundText, returnRows } from './return-requested.ts'
import type { ReturnFacts } from './return-requested.ts'

/** The one reminder of a return whose package nobody has seen. */
export const returnExpiring = (facts: ReturnFacts, locale: Locale): MailDocument => {
  const { orderNumber: order, returnNumber: number } = facts
  const t = returnMailsMessages.in(locale)
  const day = longDate(facts.sendBy, locale)
  return {
    locale,
    subject: t('expiringSubject', { number }),
    preview: t('expiringPreview', { day }),
    heading: t('expiringHeading'),
    reason: t('reason', { number }),
    blocks: [
      { kind: 'paragraph', text: t('expiringText', { order, day }) },
      returnRows(facts),
      ...labelBlocks(facts, locale),
      { kind: 'paragraph', text: refundText(facts, locale) },
    ],
  }
}

/** The end of a return that never came. */
export const returnExpired = (facts: ReturnFacts, locale: Locale): MailDocument => {
  const { orderNumber: order, returnNumber: number } = facts
  const t = returnMailsMessages.in(locale)
  const day = longDate(facts.sendBy, locale)
  const label = facts.hadLabel ? 'yes' : 'no'
  return {
    locale,
    subject: t('expiredSubject', { number }),
    preview: t('expiredPreview'),
    heading: t('expiredHeading'),
    reason: t('reason', { number }),
    blocks: [{ kind: 'paragraph', text: t('expiredText', { day, order, label }) }, returnRows(facts)],
  }
}

/** A package came, and nothing is refunded for it. */
export const returnNotRefunded = (facts: ReturnFacts, locale: Locale): MailDocument => {
  const { orderNumber: order, returnNumber: number } = facts
  const t = returnMailsMessages.in(locale)
  return {
    locale,
    subject: t('notRefundedSubject', { number }),
    preview: t('notRefundedPreview'),
    heading: t('notRefundedHeading'),
    reason: t('reason', { number }),
    blocks: [
      { kind: 'paragraph', text: facts.message ?? t('alreadyRefunded') },
      ...(facts.lines.length > 0 ? [returnRows(facts)] : []),
      { kind: 'paragraph', text: t('notRefundedWrong', { order }) },
    ],
  }
}
