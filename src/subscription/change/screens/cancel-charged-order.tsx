import { longDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import type { ChangePreview } from '../change-endpoints.ts'
import type { FormValues } from './read-change.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'

interface CancelChargedOrderProps {
  readonly charge: NonNullable<ChangePreview['charge_in_flight']>
  readonly formValues: FormValues
}

/** The names of its fields. */
export const orderFields: readonly string[] = ['charged_cycle', 'cancel_order']

/** The charge in flight continues, or its order is canceled too: the member chooses, in the step of the change. */
export const CancelChargedOrder = ({ charge, formValues }: CancelChargedOrderProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return (
    <>
      <input type="hidden" name="charged_cycle" value={charge.cycle_id} />
      <Checkbox
        name="cancel_order"
        label={t('alsoCancel', { day: longDate(charge.on, locale) })}
        hint={t('refundHint', { amount: priceText(charge.amount, charge.currency, locale) })}
        defaultChecked={formValues['cancel_order'] === 'yes'}
      />
    </>
  )
}
