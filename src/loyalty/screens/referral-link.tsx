import { refusalText } from '#shared/messages/refusal-text.ts'
import { use } from 'react'
import { SiteContext } from '#ui/page-head.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { brand } from '#shared/brand.ts'
import { formatPrice } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import type { viewLoyalty } from '../endpoints.ts'
import { pointsFor } from '../rules/points.ts'
import { referralWaitDays } from '../rules/referral.ts'
import styles from './loyalty.module.css'
import type { Currency } from '#shared/money.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { loyaltyMessages } from '../messages/loyalty-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

type Loyalty = ReplyOf<typeof viewLoyalty>

/** `$10.00 credit and 500 points`. */
export const earning = (
  cents: number,
  currency: Currency,
  points: number,
  locale: Locale = defaultLocale,
): string => {
  const t = loyaltyMessages.in(locale)
  return cents === 0
    ? t('earningPoints', { points })
    : t('earningBoth', { amount: formatPrice(cents, currency, locale), points })
}

const roundAmount = (cents: number, currency: Currency, locale: Locale): string =>
  formatPrice(cents, currency, locale).replace(/[.,]00(?=\D*$)/, '')

/** `Give $10, get $10`. */
export const referralTitle = (currency: ShopCurrency, locale: Locale = defaultLocale): string => {
  const t = loyaltyMessages.in(locale)

  const { forReferrerCents, forFriendCents } = brand.referral[currency]
  return forFriendCents > 0
    ? t('give', {
        give: roundAmount(forFriendCents, currency, locale),
        get: roundAmount(forReferrerCents, currency, locale),
      })
    : t('referFriend')
}

/** What a referral earns, and when, shown before the link is sent. */
export const ReferralTerms = () => {
  const t = useMessages(loyaltyMessages)
  const locale = useLocale()

  const { currency } = use(SiteContext)
  const { forReferrerCents, forFriendCents } = brand.referral[currency]
  return (
    <p className={classNames(text.mute, styles.terms)}>
      {t('terms', {
        yours: earning(forReferrerCents, currency, pointsFor.refer_friend, locale),
        theirs: earning(forFriendCents, currency, pointsFor.came_by_friend, locale),
        days: referralWaitDays,
      })}
    </p>
  )
}

const LinkAndCode = ({ code, url }: { readonly code: string; readonly url: string }) => {
  const t = useMessages(loyaltyMessages)
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('yourLink')}</dt>
          <dd>
            <a href={url}>{url}</a>
          </dd>
        </div>
        <div>
          <dt>{t('yourCode')}</dt>
          <dd className={text.label}>{code}</dd>
        </div>
      </dl>
      {/* Shown by a small script: without it there is nothing that copies. */}
      <p className={classNames(layout.actions, layout.gap4)}>
        <button type="button" className={styles.share} data-copy={url} hidden>
          {t('copyLink')}
        </button>
        <button type="button" className={styles.share} data-share={url} hidden>
          {t('share')}
        </button>
        <span
          role="status"
          className={text.small}
          data-copy-status=""
          data-copied={t('copied')}
          data-not-copied={t('notCopied')}
        />
      </p>
    </>
  )
}

interface ReferralLinkProps extends Pick<Loyalty, 'code' | 'url'> {
  /** Where in the shop the member came from (`traffic_source`). */
  readonly source: string
}

/** The member's own link, or the button that makes it. */
export const ReferralLink = ({ code, url, source }: ReferralLinkProps) => {
  const t = useMessages(loyaltyMessages)
  return code !== null && url !== null ? (
    <LinkAndCode code={code} url={url} />
  ) : (
    <form method="post" className={styles.make}>
      <input type="hidden" name="traffic_source" value={source} />
      <Button kind="primary">{t('getLink')}</Button>
    </form>
  )
}

const stateLabels = (locale: Locale) => {
  const t = loyaltyMessages.in(locale)
  return { waiting: t('waiting'), earned: t('earned'), refused: t('refused') } as const
}

/** How many friends came, by state; nobody is named. */
export const Friends = ({ referrals }: Pick<Loyalty, 'referrals'>) => {
  const t = useMessages(loyaltyMessages)
  const locale = useLocale()

  const states = ['waiting', 'earned', 'refused'] as const
  const counts = states.map(
    (state) => [state, referrals.filter((one) => one.state === state).length] as const,
  )
  const reasons = [...new Set(referrals.flatMap(({ reason }) => reason ?? []))].map((reason) =>
    refusalText(reason, locale),
  )
  return referrals.length === 0 ? null : (
    <p className={styles.terms}>
      {t('friendsSoFar', {
        counts: counts
          .filter(([, count]) => count > 0)
          .map(([state, count]) => `${count} ${stateLabels(locale)[state]}`)
          .join(', '),
      })}
      {reasons.length === 0 ? '' : ` ${t('notCounted', { reasons: reasons.join(' ') })}`}
    </p>
  )
}
