import { cardFaceText, shortExpiry } from '#shared/card-text.ts'
import type { ComponentType } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import type { Subscription } from '#subscription/endpoints.ts'
import type { viewSubscriptionChoices } from '../choice-endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { AddressFields } from './address-fields.tsx'
import { EndField } from './end-field.tsx'
import type { FormValues } from './read-change.ts'
import { frequencyText } from '#subscription/record/screens/interval-text.ts'
import styles from './change-page.module.css'

export type Choices = ReplyOf<typeof viewSubscriptionChoices>

export interface FieldsProps {
  readonly subscription: Pick<
    Subscription,
    | 'id'
    | 'address'
    | 'quantity'
    | 'interval_months'
    | 'payment_method_id'
    | 'next_order_on'
    | 'paused_until'
    | 'remaining_orders'
  >
  readonly choices: Choices
  readonly formValues: FormValues
  /** Messages by field name. */
  readonly errors: Readonly<Record<string, string>>
}

type Plan = Choices['swaps'][number]

const PlanRows = ({
  legend,
  plans,
  props: { formValues, errors },
}: {
  readonly legend: string
  readonly plans: readonly Plan[]
  readonly props: FieldsProps
}) => (
  <ChoiceRows legend={legend} id="plan_code" error={errors['plan_code']}>
    {/* Applies while no row is selected; a request without a selection gets this error. */}
    <input type="hidden" name="plan_code" value="" />
    {plans.map((plan) => (
      <ChoiceRow
        key={plan.plan_code}
        name="plan_code"
        value={plan.plan_code}
        label={plan.name}
        end={priceText(plan.price, plan.currency)}
        endHint={plan.interval_months === null ? 'once' : frequencyText(plan.interval_months)}
        defaultChecked={formValues['plan_code'] === plan.plan_code}
      />
    ))}
  </ChoiceRows>
)

const AddOnRows = (props: FieldsProps) => {
  const plans = props.choices.add_ons.map((plan) => ({ ...plan, interval_months: null }))
  const maxQuantity = Math.max(1, ...plans.map(({ max_quantity: max }) => max))
  return (
    <>
      <PlanRows legend="Ships once, with your next order" plans={plans} props={props} />
      <QuantityField
        maxQuantity={maxQuantity}
        value={props.formValues['quantity'] ?? '1'}
        error={props.errors['quantity']}
      />
    </>
  )
}

const QuantityField = ({
  maxQuantity,
  value,
  error,
}: {
  readonly maxQuantity: number
  readonly value: string
  readonly error: string | undefined
}) => (
  <SelectField
    name="quantity"
    label="How many"
    defaultValue={value}
    error={error}
    options={Array.from({ length: maxQuantity }, (_, at) => String(at + 1)).map((count) => ({
      value: count,
      label: count,
    }))}
  />
)

const FrequencyRows = ({ subscription, choices, formValues, errors }: FieldsProps) => (
  <ChoiceRows legend="How often" id="interval_months" error={errors['interval_months']}>
    {choices.frequencies.map(({ plan_code: code, price, currency, interval_months: months }) => (
      <ChoiceRow
        key={code}
        name="interval_months"
        value={String(months)}
        label={months === 1 ? 'Every month' : `Every ${months} months`}
        hint={months === subscription.interval_months ? 'No change' : undefined}
        end={priceText(price, currency)}
        defaultChecked={
          (formValues['interval_months'] ?? String(subscription.interval_months)) === String(months)
        }
      />
    ))}
  </ChoiceRows>
)

const CardRows = ({ subscription, choices, formValues, errors }: FieldsProps) => (
  <>
    <ChoiceRows legend="Your saved cards" id="payment_method_id" error={errors['payment_method_id']}>
      {choices.cards.map((card) => (
        <ChoiceRow
          key={card.id}
          name="payment_method_id"
          value={card.id}
          label={cardFaceText(card)}
          hint={card.id === subscription.payment_method_id ? 'No change' : undefined}
          end={shortExpiry(card) ?? undefined}
          defaultChecked={(formValues['payment_method_id'] ?? subscription.payment_method_id) === card.id}
        />
      ))}
    </ChoiceRows>
    <p>
      <ButtonLink kind="link" href={`/account/settings/payment-methods/new?subscription=${subscription.id}`}>
        Another card
      </ButtonLink>
    </p>
  </>
)

interface DayFieldProps {
  readonly name: 'on' | 'until'
  readonly label: string
  readonly days: Choices['order_days']
  readonly props: FieldsProps
  readonly hint?: string
  /** The day as it is. */
  readonly current?: string | undefined
  readonly className?: string | undefined
}

const DayField = ({ name, label, days, props, hint, current, className }: DayFieldProps) => (
  <Field
    className={className}
    name={name}
    type="date"
    label={label}
    defaultValue={props.formValues[name] ?? current}
    min={days.first}
    max={days.last}
    error={props.errors[name]}
    hint={hint ?? `From ${longDate(days.first)} to ${longDate(days.last)}.`}
  />
)

const StartFields = (props: FieldsProps) => {
  const when = props.formValues['when'] ?? 'next'
  const rows = [
    { value: 'next', label: 'On its next date', hint: 'You won’t be charged before then.' },
    { value: 'now', label: 'Today', hint: 'You’ll be charged for the first order today.' },
    { value: 'day', label: 'On a date I choose', hint: undefined },
  ]
  return (
    <>
      <ChoiceRows legend="When to start">
        {rows.map((row) => (
          <ChoiceRow key={row.value} name="when" {...row} defaultChecked={row.value === when} />
        ))}
      </ChoiceRows>
      <DayField
        name="on"
        label="The day"
        days={props.choices.order_days}
        props={props}
        className={styles.chosenDay}
      />
    </>
  )
}

const NewDate = (props: FieldsProps) => (
  <DayField
    name="on"
    label="New date"
    days={props.choices.order_days}
    props={props}
    current={props.subscription.next_order_on ?? undefined}
  />
)

const PauseEnd = (props: FieldsProps) => {
  const { pause_days: days } = props.choices
  const hint = `Leave this empty to pause until you resume. The latest date is ${longDate(days.last)}.`
  return (
    <DayField
      name="until"
      label="Until"
      days={days}
      props={props}
      hint={hint}
      current={props.subscription.paused_until ?? undefined}
    />
  )
}

const SwapRows = (props: FieldsProps) => (
  <PlanRows legend="Swap for" plans={props.choices.swaps} props={props} />
)

const Quantity = ({ subscription, choices, formValues, errors }: FieldsProps) => (
  <QuantityField
    maxQuantity={choices.max_quantity}
    value={formValues['quantity'] ?? String(subscription.quantity)}
    error={errors['quantity']}
  />
)

const CodeField = ({ formValues, errors }: FieldsProps) => (
  <Field
    name="code"
    label="Promo code"
    defaultValue={formValues['code']}
    error={errors['code']}
    maxLength={60}
    autoComplete="off"
  />
)

const NewAddress = ({ subscription, formValues, errors }: FieldsProps) => (
  <AddressFields address={subscription.address} formValues={formValues} errors={errors} />
)

/** The choices of each action; null when there is nothing to choose. */
export const changeFields: Readonly<Record<MemberAction, ComponentType<FieldsProps> | null>> = {
  skip: null,
  unskip: null,
  move: NewDate,
  'order-now': null,
  pause: PauseEnd,
  resume: null,
  swap: SwapRows,
  'change-quantity': Quantity,
  'change-frequency': FrequencyRows,
  'add-one-time': AddOnRows,
  'skip-item': null,
  'unskip-item': null,
  'remove-one-time': null,
  'change-address': NewAddress,
  'change-payment-method': CardRows,
  'apply-coupon': CodeField,
  'set-end': EndField,
  cancel: null,
  reactivate: StartFields,
}
