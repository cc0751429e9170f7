import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useActionData, useLoaderData } from 'react-router'
import { formText } from '#account/screens/form-text.ts'
import { lookupPage, lookupPayload } from '#order/screens/order-lookup.ts'
import { OrderLookupPage } from '#order/screens/order-lookup-page.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { changeGift, resendGift, viewGift } from '../endpoints.ts'
import type { Gift } from '../endpoints.ts'
import { GiftSheet } from './gift-sheet.tsx'
import { useLocale } from '#ui/locale-context.ts'
import { giftMessages } from '../messages/gift-messages.ts'
import type { Locale } from '#shared/locale.ts'

const page = lookupPage<Gift, 'changed' | 'resent'>({
  what: 'gift',
  find: (call, entered) => call(viewGift, lookupPayload(entered)),
  action: async (call, form, entered) => {
    const intent = formText(form, 'intent')
    if (intent === '') return null
    if (intent === 'resend') return { done: 'resent', found: await call(resendGift, lookupPayload(entered)) }
    const startsOn = formText(form, 'starts_on')
    const gift = await call(changeGift, {
      ...lookupPayload(entered),
      recipient_email: formText(form, 'recipient_email'),
      ...(startsOn === '' ? {} : { starts_on: startsOn }),
    })
    return { done: 'changed', found: gift }
  },
})

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  page.load({ request, shop: context.get(shopContext) })

export const action = ({ request, context }: ActionFunctionArgs) =>
  page.submit({ request, shop: context.get(shopContext) })

const pageText = (locale: Locale) => {
  const t = giftMessages.in(locale)
  return {
    title: t('yourGift'),
    heading: t('lookupHeading'),
    lead: t('lookupLead'),
    labels: { number: t('lookupNumber'), email: t('lookupEmail'), button: t('lookupButton') },
    hint: t('lookupHint'),
  }
}

/** A gift as its giver sees it; for members and guests. */
const YourGiftPage = () => {
  const { isMember, answer: loaded } = useLoaderData<typeof loader>()
  const { entered, found: gift, failure, done } = useActionData<typeof action>() ?? loaded
  return (
    <OrderLookupPage
      text={pageText(useLocale())}
      picture="gift-order"
      action="/your-gift"
      entered={entered}
      failure={failure}
      isMember={isMember}
      content={gift ? <GiftSheet gift={gift} email={entered.email} failure={failure} done={done} /> : null}
    />
  )
}

export default YourGiftPage
