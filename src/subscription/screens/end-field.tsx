import { SelectField } from '#ui/field.tsx'
import type { Subscription } from '../calls.ts'
import type { Typed } from './read-change.ts'

const mostOffered = 12

/** The ends to choose from, with the one that is set. */
const endsOffered = (set: number | null): readonly number[] => {
  const offered = Array.from({ length: mostOffered }, (_, at) => at + 1)
  return set !== null && set > mostOffered ? [...offered, set] : offered
}

interface EndFieldProps {
  readonly subscription: Pick<Subscription, 'remaining_orders'>
  readonly typed: Typed
  readonly errors: Readonly<Record<string, string>>
}

/** After how many more orders a subscription ends by itself. */
export const EndField = ({ subscription: { remaining_orders: set }, typed, errors }: EndFieldProps) => (
  <SelectField
    name="orders"
    label="It ends"
    defaultValue={typed['orders'] ?? String(set ?? 'none')}
    error={errors['orders']}
    options={[
      { value: 'none', label: 'When I cancel it' },
      ...endsOffered(set).map((orders) => ({
        value: String(orders),
        label: orders === 1 ? 'With the next order' : `After ${orders} more orders`,
      })),
    ]}
  />
)
