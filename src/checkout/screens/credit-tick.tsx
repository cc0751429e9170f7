import { shownPrice } from '#cart/screens/plan-words.ts'
import { Tick } from '#ui/tick.tsx'
import type { Sums } from '../calls.ts'
import { creditField, creditOffer } from './checkout-form.ts'

interface CreditTickProps {
  readonly sums: Pick<Sums, 'credit_available'>
  readonly ticked: boolean
  readonly onChange: () => void
}

/** Whether the member's credit pays of this order; nothing for those who have none. */
export const CreditTick = ({ sums, ticked, onChange }: CreditTickProps) =>
  sums.credit_available === '0.00' ? null : (
    <>
      <input type="hidden" name={creditOffer} value={ticked ? 'yes' : 'no'} />
      <Tick
        name={creditField}
        label={`Use my credit of ${shownPrice(sums.credit_available)}`}
        hint="Left unticked it stays in your account and pays of your next renewal."
        startsTicked={ticked}
        onChange={onChange}
      />
    </>
  )
