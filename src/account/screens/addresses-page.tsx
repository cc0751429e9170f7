import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { localAddressMessages } from '#location/rules/address-validation.ts'
import type { Address } from '#shared/address.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { addAddress, changeAddress, listAddresses, removeAddress } from '../settings-endpoints.ts'
import { AccountFrame } from './account-frame.tsx'
import { AddressFields } from './address-fields.tsx'
import { AddressLines } from './address-lines.tsx'
import { formFailure } from './form-failure.ts'
import { formText } from './form-text.ts'
import { postedAddress } from './posted-address.ts'
import { FormRefusal } from './form-refusal.tsx'
import { SettingsLinks, SettingsSection } from './settings-frame.tsx'
import styles from './settings-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

const emptyAddress = (country: string): Address => ({
  firstName: '', lastName: '', address: '', unit: '', city: '', region: '', zip: '', country, phone: '', company: '',
}) // prettier-ignore

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call, country, locale } = context.get(shopContext)
  const { addresses: savedAddresses } = await call(listAddresses, {})
  const addresses = savedAddresses.map((one) => ({ ...one, problems: localAddressMessages(one, locale) }))
  const query = new URL(request.url).searchParams
  const edited = addresses.find(({ id }) => id === query.get('edit')) ?? null
  return { addresses, edited, country, done: query.has('done') }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const { call } = context.get(shopContext)
  const id = formText(form, 'id')
  const entered = postedAddress(form)
  // Another country needs other fields; no entered value is lost.
  if (formText(form, 'intent') === 'country') return data({ entered, failure: null, saved: null })
  try {
    if (formText(form, 'intent') === 'remove') await call(removeAddress, { id })
    else if (id === '') await call(addAddress, entered)
    else {
      const { charges_in_flight: charges, next_orders: orders } = await call(changeAddress, {
        ...entered,
        id,
      })
      if (charges.length + orders.length > 0)
        return data({ entered: null, failure: null, saved: { charges, orders } })
    }
  } catch (thrown) {
    const failure = formFailure(thrown)
    return data({ entered, failure, saved: null }, { status: failure.status })
  }
  return redirect('/account/settings/addresses?done', 303)
}

type OwnAddress = ReplyOf<typeof listAddresses>['addresses'][number] & {
  /** What is wrong with a place that was saved earlier, by field. */
  readonly problems: Readonly<Record<string, string>>
}

const AddressRow = ({ address }: { readonly address: OwnAddress }) => {
  const t = useMessages(settingsMessages)
  return (
    <li className={styles.row}>
      <AddressLines address={address} />
      {Object.keys(address.problems).length > 0 ? (
        <Note>{t('checkAddress', { problems: Object.values(address.problems).join('. ') })}</Note>
      ) : null}
      <div className={styles.actions}>
        <ButtonLink
          kind="link"
          href={`/account/settings/addresses?edit=${address.id}`}
          label={t('editNamed', { name: address.address })}
        >
          {t('edit')}
        </ButtonLink>
        <form method="post">
          <input type="hidden" name="id" value={address.id} />
          <Button
            kind="link"
            name="intent"
            value="remove"
            label={t('removeAddress', { name: address.address })}
          >
            {t('remove')}
          </Button>
        </form>
      </div>
    </li>
  )
}

const AddressForm = () => {
  const t = useMessages(settingsMessages)

  const { edited, country } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const entered = refused?.entered ?? edited ?? emptyAddress(country)
  const errors = refused ? (refused.failure?.fields ?? {}) : (edited?.problems ?? {})
  return (
    <SettingsSection id="address-form" title={edited ? t('editAddress') : t('addAddress')}>
      <form method="post" className={classNames(styles.form, styles.fields)} noValidate>
        <input type="hidden" name="id" value={edited?.id ?? ''} />
        <div className={classNames(layout.fields, styles.fields)}>
          <AddressFields key={entered.country} entered={entered} errors={errors} />
        </div>
        <div className={styles.actions}>
          <Button kind="primary">{t('saveAddress')}</Button>
          <Button kind="link" name="intent" value="country">
            {t('updateFields')}
          </Button>
        </div>
        {edited ? <p className={text.mute}>{t('updatesSubscriptions')}</p> : null}
      </form>
    </SettingsSection>
  )
}

interface SavedAddress {
  readonly charges: ReplyOf<typeof changeAddress>['charges_in_flight']
  readonly orders: ReplyOf<typeof changeAddress>['next_orders']
}

/** The address is saved, too late for the orders that are being charged, and what the next ones cost there. */
const SavedNote = ({ charges, orders }: SavedAddress) => {
  const t = useMessages(settingsMessages)
  const locale = useLocale()
  return (
    <Note kind={charges.length === 0 ? 'ok' : 'plain'} isAnswer className={styles.note}>
      <p>{t('addressSaved')}</p>
      {charges.map(({ cycle_id: id, amount, currency, on }) => (
        <p key={id}>
          {t('chargeInFlight', { amount: priceText(amount, currency, locale), day: longDate(on, locale) })}
        </p>
      ))}
      {orders.map(({ subscription_id: id, name, total, currency, on }) => (
        <p key={id}>
          {t('nextOrderThere', {
            name,
            amount: priceText(total, currency, locale),
            day: longDate(on, locale),
          })}
        </p>
      ))}
      {charges.length === 0 ? null : (
        <ButtonLink kind="link" href="/account/orders">
          {t('yourOrders')}
        </ButtonLink>
      )}
    </Note>
  )
}

/** A member's addresses, each with the fields of its country. */
const AddressesPage = () => {
  const t = useMessages(settingsMessages)

  const { addresses, done } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <AccountFrame at="settings" title={t('addresses')}>
      <SettingsLinks at="/account/settings/addresses" />
      {refused?.failure ? <FormRefusal failure={refused.failure} className={styles.note} /> : null}
      {refused?.saved ? <SavedNote {...refused.saved} /> : null}
      {done && !refused ? (
        <Note kind="ok" isAnswer className={styles.note}>
          {t('addressesSaved')}
        </Note>
      ) : null}
      {addresses.length === 0 ? (
        <p className={classNames(text.mute, styles.note)}>{t('noAddresses')}</p>
      ) : null}
      <ul className={addresses.length === 0 ? undefined : styles.own}>
        {addresses.map((address) => (
          <AddressRow key={address.id} address={address} />
        ))}
      </ul>
      <AddressForm />
    </AccountFrame>
  )
}

export default AddressesPage
