import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { AddressFields } from '#account/screens/address-fields.tsx'
import { formFailure } from '#account/screens/form-failure.ts'
import { formText } from '#account/screens/form-text.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { postedAddress } from '#account/screens/posted-address.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { secretAddress } from '#account/screens/mailed-link.tsx'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { isKnownCountry } from '#location/rules/countries.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import { PictureSplit } from '#ui/picture-split.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { claimGift, viewLinkedGift } from '../endpoints.ts'
import type { LinkedGift } from '../endpoints.ts'
import { CanceledGift, ClaimedGift } from './claimed-gift.tsx'
import styles from './gift-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { giftMessages } from '../messages/gift-messages.ts'
import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'

/** Arriving claims nothing (ruling 18). */
export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, country } = context.get(shopContext)
  try {
    const gift = await call(viewLinkedGift, { token: params['token'] ?? '' })
    const isKnown = isKnownCountry(country)
    return { gift, country: isKnown ? country : brand.home }
  } catch (thrown) {
    if (!isShopError(thrown) || (thrown.code !== 'LINK_EXPIRED' && thrown.code !== 'VALIDATION_ERROR'))
      throw thrown
    return data(null, { status: 410 })
  }
}

export const headers = () => secretAddress

const emptyAddress = (country: string): Address => ({
  firstName: '', lastName: '', address: '', unit: '', city: '', region: '', zip: '', country, phone: '', company: '',
}) // prettier-ignore

/** The endpoint names its fields `address.zip`, the form `zip`. */
const byField = (failure: FormFailure): FormFailure => ({
  ...failure,
  fields: Object.fromEntries(
    Object.entries(failure.fields).map(([field, message]) => [field.replace('address.', ''), message]),
  ),
})

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const entered = postedAddress(form)
  // Another country needs other fields; no entered value is lost.
  if (formText(form, 'intent') === 'country') return data({ entered, failure: null })
  const token = params['token'] ?? ''
  try {
    await context.get(shopContext).call(claimGift, { token, address: entered })
  } catch (thrown) {
    const failure = byField(formFailure(thrown))
    return data({ entered, failure }, { status: failure.status })
  }
  return redirect(`/gift/claim/${token}`, 303)
}

const Expired = () => {
  const t = useMessages(giftMessages)
  return (
    <>
      <PageHead title={`${t('expired')} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{t('expired')}</h1>
      <p className={classNames(text.lead, styles.lead)}>{t('expiredWhy')}</p>
    </>
  )
}

interface LinkedProps {
  readonly gift: LinkedGift
  readonly country: string
}

const Waiting = ({ gift, country }: LinkedProps) => {
  const refused = useActionData<typeof action>()
  const entered = refused?.entered ?? emptyAddress(country)
  const t = useMessages(giftMessages)
  return (
    <>
      <h1 className={text.d2}>{t('aGiftFrom', { name: gift.giver_name })}</h1>
      <ul className={classNames(text.lead, styles.lead)}>
        {gift.lines.map(({ name, quantity }) => (
          <li key={name}>
            {quantity === 1 ? '' : `${quantity} × `}
            <PlanName of={name} />
          </li>
        ))}
      </ul>
      {gift.message === '' ? null : <p className={styles.message}>{gift.message}</p>}
      <section className={styles.section} aria-labelledby="where">
        <h2 className={text.h4} id="where">
          {t('where')}
        </h2>
        <p className={classNames(text.small, text.mute, styles.lead)}>
          {t('paidFor', { name: gift.giver_name })}
        </p>
        {refused?.failure ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
        <form method="post" className={styles.form} noValidate>
          <div className={layout.fields}>
            <AddressFields key={entered.country} entered={entered} errors={refused?.failure?.fields ?? {}} />
          </div>
          <div className={layout.actions}>
            <Button kind="primary">{t('sendToMe')}</Button>
            <Button kind="link" name="intent" value="country">
              {t('updateFields')}
            </Button>
          </div>
        </form>
      </section>
    </>
  )
}

const Linked = ({ gift, country }: LinkedProps) => {
  const refused = useActionData<typeof action>()
  if (gift.state === 'sent') return <Waiting gift={gift} country={country} />
  if (gift.state === 'canceled') return <CanceledGift gift={gift} />
  return (
    <>
      {refused?.failure ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      <ClaimedGift gift={gift} />
    </>
  )
}

/** Opened by the mail to a recipient, without a session. */
const ClaimPage = () => {
  const view = useLoaderData<typeof loader>()
  const t = useMessages(giftMessages)
  return (
    <PictureSplit picture="gift">
      {view === null ? (
        <Expired />
      ) : (
        <>
          <PageHead title={`${t('aGiftForYou')} | ${brand.name}`} unlisted />
          <Linked {...view} />
        </>
      )}
    </PictureSplit>
  )
}

export default ClaimPage
