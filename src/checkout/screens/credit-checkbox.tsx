import { shownPrice } from '#cart/screens/plan-text.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { Totals } from '../endpoints.ts'
import { creditField, creditShownField } from './checkout-form.ts'

interface CreditCheckboxProps {
  readonly totals: Pick<Totals, 'credit_available'>
  readonly isChecked: boolean
  readonly onChange: () => void
}

/** Whether the member's credit pays of this order; nothing for those who have none. */
export const CreditCheckbox = ({ totals, isChecked, onChange }: CreditCheckboxProps) =>
  totals.credit_available === '0.00' ? null : (
    <>
      <input type="hidden" name={creditShownField} value={isChecked ? 'yes' : 'no'} />
      <Checkbox
        name={creditField}
        label={`Use my credit of ${shownPrice(totals.credit_available)}`}
        hint="If unchecked, it stays in your account for your next renewal."
        defaultChecked={isChecked}
        onChange={onChange}
      />
    </>
  )
