import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { viewCredit, viewLoyalty } from '../endpoints.ts'
import { CreditTable } from './credit-table.tsx'
import { openReferralAndReturn } from './referral-action.ts'
import { Friends, ReferralLink, ReferralTerms } from './referral-link.tsx'
import styles from './loyalty.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { loyaltyMessages } from '../messages/loyalty-messages.ts'
import type { Locale } from '#shared/locale.ts'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  return { ...(await call(viewLoyalty, {})), credit: await call(viewCredit, {}) }
}

export const action = (args: ActionFunctionArgs) => openReferralAndReturn(args, '#refer')

const actionLabels = (locale: Locale): Readonly<Record<string, string>> => {
  const t = loyaltyMessages.in(locale)
  return {
    complete_profile: t('answered'),
    refer_friend: t('friendOrdered'),
    came_by_friend: t('youWereReferred'),
  }
}

type Entries = ReplyOf<typeof viewLoyalty>['entries']

const Statement = ({ entries }: { readonly entries: Entries }) => {
  const t = useMessages(loyaltyMessages)
  const locale = useLocale()
  return entries.length === 0 ? (
    <p className={styles.lead}>{t('noPoints')}</p>
  ) : (
    <table className={styles.statement}>
      <caption className={styles.caption}>{t('pointsHistory')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col">{t('for')}</th>
          <th scope="col" className={styles.amount}>
            {t('points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ action: name, points, at }) => (
          <tr key={`${name} ${at}`}>
            <td>{shopDay(at, locale)}</td>
            <td>{ownValue(actionLabels(locale), name) ?? name}</td>
            <td className={styles.amount}>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A member's points, entry by entry, and how to refer friends. */
const InnerCirclePage = () => {
  const t = useMessages(loyaltyMessages)

  const { points, entries, code, url, referrals, credit } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="circle" title={t('innerCircle')}>
      <div className={styles.balances}>
        <section className={styles.section} aria-labelledby="points">
          <h2 className={text.label} id="points">
            {t('points')}
          </h2>
          <p className={styles.figure}>{points}</p>
          <p className={classNames(text.mute, styles.terms)}>{t('earnPoints')}</p>
          <Statement entries={entries} />
        </section>
        <CreditTable credit={credit} />
      </div>
      <section className={styles.section} id="refer" aria-labelledby="refer-title">
        <h2 className={text.d3} id="refer-title">
          {t('referFriend')}
        </h2>
        <ReferralTerms />
        <ReferralLink code={code} url={url} source="inner_circle" />
        <Friends referrals={referrals} />
      </section>
    </AccountFrame>
  )
}

export default InnerCirclePage
