import { SelectField } from '#ui/field.tsx'
import type { Subscription } from '#subscription/endpoints.ts'
import type { FormValues } from './read-change.ts'
import { useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'

const maxOffered = 12

/** The ends to choose from, with the current one. */
const endsOffered = (current: number | null): readonly number[] => {
  const offered = Array.from({ length: maxOffered }, (_, at) => at + 1)
  return current !== null && current > maxOffered ? [...offered, current] : offered
}

interface EndFieldProps {
  readonly subscription: Pick<Subscription, 'remaining_orders'>
  readonly formValues: FormValues
  readonly errors: Readonly<Record<string, string>>
}

/** After how many more orders a subscription ends automatically. */
export const EndField = ({
  subscription: { remaining_orders: current },
  formValues,
  errors,
}: EndFieldProps) => {
  const t = useMessages(changeMessages)
  return (
    <SelectField
      name="orders"
      label={t('itEnds')}
      defaultValue={formValues['orders'] ?? String(current ?? 'none')}
      error={errors['orders']}
      options={[
        { value: 'none', label: t('whenCancel') },
        ...endsOffered(current).map((orders) => ({
          value: String(orders),
          label: orders === 1 ? t('withNext') : t('afterMore', { count: orders }),
        })),
      ]}
    />
  )
}
