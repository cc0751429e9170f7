import { use } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { PageHead, SiteContext } from '#ui/page-head.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { takeReferral, viewReferral } from '../endpoints.ts'
import { pointsFor } from '../rules/points.ts'
import { earning } from './referral-link.tsx'
import styles from './loyalty.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { loyaltyMessages } from '../messages/loyalty-messages.ts'

const codeOf = (params: LoaderFunctionArgs['params']): string => params['code'] ?? ''

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  context.get(shopContext).call(viewReferral, { code: codeOf(params) })

export const action = async ({ params, context }: ActionFunctionArgs) => {
  await context.get(shopContext).call(takeReferral, { code: codeOf(params) })
  return redirect('/get-started', 303)
}

/** Where a member's link leads friends. Nothing is remembered before the button is pressed (ruling 18). */
const FriendPage = () => {
  const t = useMessages(loyaltyMessages)
  const locale = useLocale()

  const { currency } = use(SiteContext)
  const { forReferrerCents, forFriendCents } = brand.referral[currency]
  return (
    <div className={classNames(layout.page, styles.friend)}>
      <PageHead title={t('friendTab', { brand: brand.name })} unlisted />
      <h1 className={text.d2}>{t('referred')}</h1>
      <p className={classNames(text.lead, styles.lead)}>
        {t('friendLead', {
          yours: earning(forFriendCents, currency, pointsFor.came_by_friend, locale),
          theirs: earning(forReferrerCents, currency, pointsFor.refer_friend, locale),
        })}
      </p>
      <form method="post" className={styles.make}>
        <Button kind="primary">{t('goToShop')}</Button>
      </form>
      <p className={classNames(text.small, text.mute, styles.terms)}>{t('cookieNote')}</p>
    </div>
  )
}

export default FriendPage
