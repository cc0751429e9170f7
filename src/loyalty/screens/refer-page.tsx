import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { use } from 'react'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { brandPicturesIn } from '#shared/brand-pictures.ts'
import { Picture, pictureNamed } from '#ui/picture.tsx'
import { SiteContext } from '#ui/page-head.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { viewLoyalty } from '../endpoints.ts'
import { openReferralAndReturn } from './referral-action.ts'
import { Friends, ReferralLink, ReferralTerms, referralTitle } from './referral-link.tsx'
import styles from './loyalty.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { loyaltyMessages } from '../messages/loyalty-messages.ts'

export const loader = async ({ request, context }: LoaderFunctionArgs) => ({
  ...(await context.get(shopContext).call(viewLoyalty, {})),
  isNew: new URL(request.url).searchParams.has('new'),
  source: (new URL(request.url).searchParams.get('traffic_source') ?? '').slice(0, 60),
})

export const action = (args: ActionFunctionArgs) => openReferralAndReturn(args, '?new')

/** Refer a friend: the link, the code, and what it earns. */
const ReferPage = () => {
  const t = useMessages(loyaltyMessages)
  const locale = useLocale()

  const { code, url, referrals, source, isNew } = useLoaderData<typeof loader>()
  const { currency } = use(SiteContext)
  return (
    <AccountFrame at="circle" tab={t('refer')} title={referralTitle(currency, locale)}>
      <div className={styles.invitation}>
        <div>
          <p className={styles.lead}>{t('shareLink')}</p>
          <ReferralTerms />
          {isNew && code !== null ? (
            <Note kind="ok" isAnswer className={layout.gap4}>
              {t('linkReady')}
            </Note>
          ) : null}
          <ReferralLink code={code} url={url} source={source} />
          <Friends referrals={referrals} />
          <p className={text.small}>
            <ButtonLink kind="link" href="/account/inner-circle">
              {t('yourPoints')}
            </ButtonLink>
          </p>
        </div>
        <Picture
          name={pictureNamed(brandPicturesIn(locale).gift.name)}
          alt=""
          sizes="(min-width: 1024px) 30vw, 100vw"
          className={styles.invitationPicture}
        />
      </div>
    </AccountFrame>
  )
}

export default ReferPage
