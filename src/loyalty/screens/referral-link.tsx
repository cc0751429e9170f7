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

type Loyalty = ReplyOf<typeof viewLoyalty>

/** `$10.00 credit and 500 points`. */
export const earning = (cents: number, currency: Currency, points: number): string =>
  cents === 0 ? `${points} points` : `${formatPrice(cents, currency)} credit and ${points} points`

const roundAmount = (cents: number, currency: Currency): string =>
  formatPrice(cents, currency).replace(/\.00$/, '')

/** `Give $10, get $10`. */
export const referralTitle = (currency: ShopCurrency): string => {
  const { forReferrerCents, forFriendCents } = brand.referral[currency]
  return forFriendCents > 0
    ? `Give ${roundAmount(forFriendCents, currency)}, get ${roundAmount(forReferrerCents, currency)}`
    : 'Refer a friend'
}

/** What a referral earns, and when, shown before the link is sent. */
export const ReferralTerms = () => {
  const { currency } = use(SiteContext)
  const { forReferrerCents, forFriendCents } = brand.referral[currency]
  return (
    <p className={classNames(text.mute, styles.terms)}>
      When a new customer orders with your link, you get{' '}
      {earning(forReferrerCents, currency, pointsFor.refer_friend)} and they get{' '}
      {earning(forFriendCents, currency, pointsFor.came_by_friend)}, {referralWaitDays} days after their first
      order ships.
    </p>
  )
}

const LinkAndCode = ({ code, url }: { readonly code: string; readonly url: string }) => (
  <>
    <dl className={styles.facts}>
      <div>
        <dt>Your link</dt>
        <dd>
          <a href={url}>{url}</a>
        </dd>
      </div>
      <div>
        <dt>Your code</dt>
        <dd className={text.label}>{code}</dd>
      </div>
    </dl>
    {/* Shown by a small script: without it there is nothing that copies. */}
    <p className={layout.actions}>
      <button type="button" className={styles.share} data-copy={url} hidden>
        Copy link
      </button>
      <button type="button" className={styles.share} data-share={url} hidden>
        Share
      </button>
      <span role="status" className={text.small} data-copy-status="" />
    </p>
  </>
)

interface ReferralLinkProps extends Pick<Loyalty, 'code' | 'url'> {
  /** Where in the shop the member came from (`traffic_source`). */
  readonly source: string
}

/** The member's own link, or the button that makes it. */
export const ReferralLink = ({ code, url, source }: ReferralLinkProps) =>
  code !== null && url !== null ? (
    <LinkAndCode code={code} url={url} />
  ) : (
    <form method="post" className={styles.make}>
      <input type="hidden" name="traffic_source" value={source} />
      <Button kind="primary">Get my link</Button>
    </form>
  )

const stateLabels = { waiting: 'pending', earned: 'earned', refused: 'not counted' } as const

/** How many friends came, by state; nobody is named. */
export const Friends = ({ referrals }: Pick<Loyalty, 'referrals'>) => {
  const states = ['waiting', 'earned', 'refused'] as const
  const counts = states.map(
    (state) => [state, referrals.filter((one) => one.state === state).length] as const,
  )
  const reasons = [...new Set(referrals.flatMap(({ reason }) => reason ?? []))]
  return referrals.length === 0 ? null : (
    <p className={styles.terms}>
      Your friends so far:{' '}
      {counts
        .filter(([, count]) => count > 0)
        .map(([state, count]) => `${count} ${stateLabels[state]}`)
        .join(', ')}
      .{reasons.length === 0 ? '' : ` Not counted because: ${reasons.join(' ')}`}
    </p>
  )
}
