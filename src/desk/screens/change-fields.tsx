import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import type { FormValues } from '#subscription/change/screens/read-change.ts'
import { frequencyText } from '#subscription/record/screens/subscription-text.ts'
import type { StaffChangeAction } from '../rules/staff-changes.ts'
import type { DeskSubscription, viewDeskSubscriptionChoices } from '../subscription-endpoints.ts'
import { ChoiceEntry, Entry, Pair } from './parts/entry.tsx'
import { CountryEntry, RegionEntry } from './parts/place-entries.tsx'

export type Choices = ReplyOf<typeof viewDeskSubscriptionChoices>

interface FieldsProps {
  readonly view: DeskSubscription
  readonly choices: Choices
  readonly values: FormValues
  readonly errors: Readonly<Record<string, string>>
}

const DayField = ({
  name,
  label,
  days,
  props: { view, values, errors },
  ...more
}: {
  readonly name: 'on' | 'until'
  readonly label: string
  readonly days: Choices['order_days']
  readonly required?: boolean
  readonly hint?: string
  readonly props: FieldsProps
}) => (
  <Entry
    label={label}
    name={name}
    type="date"
    min={days.first}
    max={days.last}
    defaultValue={values[name] ?? (name === 'on' ? (view.subscription.upcoming_order?.on ?? '') : '')}
    error={errors[name]}
    {...more}
  />
)

const planText = ({ name, price, currency }: Choices['swaps'][number]): string =>
  `${name}, ${priceText(price, currency)}`

const addressRows = [
  ['firstName', 'First name', 'lastName', 'Last name'],
  ['company', 'Company', 'phone', 'Phone'],
  ['address', 'Street', 'unit', 'Apartment, suite'],
  ['city', 'City', 'region', 'State or region'],
  ['zip', 'Zip code', 'country', 'Country'],
] as const

type AddressName = (typeof addressRows)[number][0 | 2]

const AddressFields = ({ view, values, errors }: FieldsProps) => {
  const address = view.person?.address
  const valueOf = (name: AddressName): string => values[name] ?? address?.[name] ?? ''
  const field = (name: AddressName, label: string) => {
    const entry = { label, name, value: valueOf(name), error: errors[name] }
    if (name === 'country') return <CountryEntry {...entry} />
    // Once another country is sent, the form has its regions.
    if (name === 'region') return <RegionEntry {...entry} country={valueOf('country')} />
    return (
      <Entry label={label} name={name} defaultValue={entry.value} error={entry.error} autoComplete="off" />
    )
  }
  return addressRows.map(([left, leftLabel, right, rightLabel]) => (
    <Pair key={left}>
      {field(left, leftLabel)}
      {field(right, rightLabel)}
    </Pair>
  ))
}

const SwapField = ({ choices, values }: FieldsProps) => (
  <ChoiceEntry
    label="Product"
    name="plan_code"
    defaultValue={values['plan_code']}
    choices={choices.swaps.map((plan) => [plan.plan_code, planText(plan)] as const)}
  />
)

const FrequencyField = ({ view, choices, values }: FieldsProps) => (
  <ChoiceEntry
    label="Interval"
    name="interval_months"
    defaultValue={values['interval_months'] ?? `${view.subscription.interval_months}`}
    choices={choices.frequencies.flatMap((plan) =>
      plan.interval_months === null
        ? []
        : [
            [
              `${plan.interval_months}`,
              `${frequencyText(plan.interval_months)}, ${priceText(plan.price, plan.currency)}`,
            ] as const,
          ],
    )}
  />
)

const QuantityField = ({ view, choices, values, errors }: FieldsProps) => (
  <Entry
    label="Quantity"
    name="quantity"
    type="number"
    min={1}
    max={choices.max_quantity}
    defaultValue={values['quantity'] ?? `${view.subscription.quantity}`}
    error={errors['quantity']}
  />
)

/** What there is to choose; nothing for changes that have no choice. */
export const ChangeChoices = ({ action, ...props }: FieldsProps & { readonly action: StaffChangeAction }) => {
  switch (action) {
    case 'move':
      return <DayField name="on" label="Next order" days={props.choices.order_days} required props={props} />
    case 'pause':
      return (
        <DayField
          name="until"
          label="Until"
          days={props.choices.pause_days}
          hint="Without a day it stays paused until the member resumes it."
          props={props}
        />
      )
    case 'swap':
      return <SwapField {...props} />
    case 'change-quantity':
      return <QuantityField {...props} />
    case 'change-frequency':
      return <FrequencyField {...props} />
    case 'change-address':
      return <AddressFields {...props} />
    case 'skip':
    case 'unskip':
    case 'resume':
    case 'cancel':
      return null
    default:
      return action satisfies never
  }
}

/** Whether a change has something to choose. */
export const hasChoice = (action: StaffChangeAction): boolean =>
  !['skip', 'unskip', 'resume', 'cancel'].includes(action)
