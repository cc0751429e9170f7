import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Note } from '#ui/note.tsx'
import layout from '#ui/layout.module.css'
import type { Totals } from '../endpoints.ts'
import { methodField } from './checkout-fields.ts'
import { Step } from './step.tsx'
import { priceText } from '#shared/money.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { checkoutMessages } from '../messages/checkout-messages.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import type { Locale } from '#shared/locale.ts'
import { shippingLabel } from '#pricing/rules/shipping-label.ts'
import { transitOf, transitOncePacked } from '#delivery/rules/delivery-times.ts'

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
