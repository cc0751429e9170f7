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

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  return { ...(await call(viewLoyalty, {})), credit: await call(viewCredit, {}) }
}

export const action = (args: ActionFunctionArgs) => openReferralAndReturn(args, '#refer')

const actionLabels: Readonly<Record<string, string>> = {
  complete_profile: 'You answered our questions',
  refer_friend: 'A friend ordered with your link',
  came_by_friend: 'You were referred by a friend',
}

type Entries = ReplyOf<typeof viewLoyalty>['entries']

const Statement = ({ entries }: { readonly entries: Entries }) =>
  entries.length === 0 ? (
    <p className={styles.lead}>No points yet. Answer the survey or refer a friend to earn points.</p>
  ) : (
    <table className={styles.statement}>
      <caption className={styles.caption}>Points history</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">For</th>
          <th scope="col" className={styles.amount}>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ action: name, points, at }) => (
          <tr key={`${name} ${at}`}>
            <td>{shopDay(at)}</td>
            <td>{ownValue(actionLabels, name) ?? name}</td>
            <td className={styles.amount}>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

/** A member's points, entry by entry, and how to refer friends. */
const InnerCirclePage = () => {
  const { points, entries, code, url, referrals, credit } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="circle" title="Inner Circle">
      <section className={styles.total} aria-labelledby="points">
        <h2 className={text.label} id="points">
          Points
        </h2>
        <p className={styles.figure}>{points}</p>
        <p className={classNames(text.mute, styles.terms)}>
          Earn points by answering our survey and referring friends. Points don’t expire.
        </p>
      </section>
      <Statement entries={entries} />
      <CreditTable credit={credit} />
      <section className={styles.section} id="refer" aria-labelledby="refer-title">
        <h2 className={text.d3} id="refer-title">
          Refer a friend
        </h2>
        <ReferralTerms />
        <ReferralLink code={code} url={url} source="inner_circle" />
        <Friends referrals={referrals} />
      </section>
    </AccountFrame>
  )
}

export default InnerCirclePage
