import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { Field } from '#ui/field.tsx'
import { consentLine } from '#shared/messages/consent-line-text.ts'
import { brand } from '#shared/brand.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import layout from '#ui/layout.module.css'
import { useLocale, useMessages, rich } from '#ui/locale-context.ts'
import { arrivalText, transitOf, transitOncePacked } from '#delivery/rules/delivery-times.ts'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Note } from '#ui/note.tsx'
import { priceText } from '#shared/money.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import type { Locale } from '#shared/locale.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import type { Totals } from '../endpoints.ts'
import styles from './step.module.css'
import { newsletterField, methodField } from './checkout-fields.ts'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** One of the four numbered steps; all of them are on one page. */
export const Step = ({ number, title, children }: StepProps) => (
  <fieldset className={styles.step}>
    <legend className={classNames(styles.title, text.d3)}>
      <span className={text.label}>{String(number).padStart(2, '0')}</span> {title}
    </legend>
    <div className={styles.body}>{children}</div>
  </fieldset>
)

interface ContactStepProps {
  readonly email: string
  /** A member buys with the account's e-mail. */
  readonly memberEmail: string | null
  readonly error: string | undefined
}

export const ContactStep = ({ email, memberEmail, error }: ContactStepProps) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return (
    <Step number={1} title={t('contact')}>
      {memberEmail === null ? (
        <div className={layout.fields}>
          <Field
            name="email"
            type="email"
            label={t('email')}
            autoComplete="email"
            required
            defaultValue={email}
            error={error}
          />
        </div>
      ) : (
        <p>
          {memberEmail}
          <span className={`${text.block} ${text.small} ${text.mute}`}>{t('signedIn')}</span>
        </p>
      )}
      <Checkbox
        name={newsletterField}
        label={t('newsletter', { brand: brand.name })}
        hint={consentLine(locale)}
      />
    </Step>
  )
}

interface ShippingStepProps {
  /** Null if the cart cannot be shipped. */
  readonly totals: Pick<Totals, 'currency' | 'shipping' | 'shipping_methods' | 'preorder_note'> | null
  /** Of the destination. */
  readonly country: string
  readonly error: string | undefined
}

const Preorder = ({ note }: { readonly note: string }) => {
  const t = useMessages(checkoutMessages)
  const translated = useCatalogueText()
  return (
    <Note className={layout.gap5}>
      {rich(
        t.rich('madeToOrder', {
          note: translated(note),
          link: (inside) => <a href="/withdraw">{inside}</a>,
        }),
      )}
    </Note>
  )
}

type Method = Totals['shipping_methods'][number]

/** A gift alone ships once it is claimed: how long it then takes. */
const hintOf = ({ method_code: code, arrives }: Method, country: string, locale: Locale): string =>
  arrives === null ? transitOncePacked(transitOf(code, country), locale) : arrivalText(arrives, locale)

export const ShippingStep = ({ totals, country, error }: ShippingStepProps) => {
  const t = useMessages(checkoutMessages)
  const locale = useLocale()
  return (
    <Step number={3} title={t('shipping')}>
      {totals === null ? (
        <p>{t('weCannotShip')}</p>
      ) : (
        <>
          <ChoiceRows legend={t('shippingMethod')} legendHidden id={methodField} error={error}>
            {totals.shipping_methods.map((method) => (
              <ChoiceRow
                key={method.method_code}
                name={methodField}
                value={method.method_code}
                label={shippingLabel(method.label, locale)}
                hint={hintOf(method, country, locale)}
                end={priceText(method.amount, totals.currency, locale)}
                defaultChecked={method.method_code === totals.shipping.method_code}
              />
            ))}
          </ChoiceRows>
          {totals.preorder_note === null ? null : <Preorder note={totals.preorder_note} />}
        </>
      )}
    </Step>
  )
}
