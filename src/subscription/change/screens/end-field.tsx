import { SelectField } from '#ui/field.tsx'
import type { Subscription } from '#subscription/endpoints.ts'
import type { FormValues } from './read-change.ts'

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
}: EndFieldProps) => (
  <SelectField
    name="orders"
    label="It ends"
    defaultValue={formValues['orders'] ?? String(current ?? 'none')}
    error={errors['orders']}
    options={[
      { value: 'none', label: 'When I cancel' },
      ...endsOffered(current).map((orders) => ({
        value: String(orders),
        label: orders === 1 ? 'With the next order' : `After ${orders} more orders`,
      })),
    ]}
  />
)
