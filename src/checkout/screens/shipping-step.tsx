import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Note } from '#ui/note.tsx'
import layout from '#ui/layout.module.css'
import type { Totals } from '../endpoints.ts'
import { methodField } from './checkout-fields.ts'
import { Step } from './step.tsx'
import { priceText } from '#shared/money.ts'

interface ShippingStepProps {
  /** Null if the cart cannot be shipped. */
  readonly totals: Pick<Totals, 'currency' | 'shipping' | 'shipping_methods' | 'preorder_note'> | null
  readonly error: string | undefined
}

const Preorder = ({ note }: { readonly note: string }) => (
  <Note className={layout.gap5}>
    Made to order: {note}. You can <a href="/withdraw">cancel it</a> until we pack it.
  </Note>
)

type Method = Totals['shipping_methods'][number]

const hintOf = ({ arrives, detail }: Method): string => (arrives === null ? detail : arrivalText(arrives))

export const ShippingStep = ({ totals, error }: ShippingStepProps) => (
  <Step number={3} title="Shipping">
    {totals === null ? (
      <p>We can’t ship the items in your cart to this address.</p>
    ) : (
      <>
        <ChoiceRows legend="Shipping method" legendHidden id={methodField} error={error}>
          {totals.shipping_methods.map((method) => (
            <ChoiceRow
              key={method.method_code}
              name={methodField}
              value={method.method_code}
              label={method.label}
              hint={hintOf(method)}
              end={priceText(method.amount, totals.currency)}
              defaultChecked={method.method_code === totals.shipping.method_code}
            />
          ))}
        </ChoiceRows>
        {totals.preorder_note === null ? null : <Preorder note={totals.preorder_note} />}
      </>
    )}
  </Step>
)
