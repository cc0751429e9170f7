import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { shortExpiry } from '#shared/card-face.ts'
import { cardFaceText } from '#shared/messages/card-text.ts'
import type { ComponentType } from 'react'
import type { ReplyOf } from '#shared/endpoint.ts'
import { longDate } from '#shared/dates.ts'
import { priceText } from '#shared/money.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import type { ChangedSubscription } from './changed-subscription.ts'
import type { viewSubscriptionChoices } from '../choice-endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { AddressFields } from './address-fields.tsx'
import { EndField } from './end-field.tsx'
import type { FormValues } from './read-change.ts'
import { frequencyText } from '#subscription/record/screens/subscription-text.ts'
import styles from './change-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { changeMessages } from '../../messages/change-messages.ts'

export type Choices = ReplyOf<typeof viewSubscriptionChoices>

export interface FieldsProps {
  readonly subscription: ChangedSubscription
  readonly choices: Choices
  readonly formValues: FormValues
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
}) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return (
    <ChoiceRows legend={legend} id="plan_code" error={errors['plan_code']}>
      {/* Applies while no row is selected; a request without a selection gets this error. */}
      <input type="hidden" name="plan_code" value="" />
      {plans.map((plan) => (
        <ChoiceRow
          key={plan.plan_code}
          name="plan_code"
          value={plan.plan_code}
          label={<PlanName of={plan.name} />}
          end={priceText(plan.price, plan.currency, locale)}
          endHint={plan.interval_months === null ? t('once') : frequencyText(plan.interval_months, locale)}
          defaultChecked={formValues['plan_code'] === plan.plan_code}
        />
      ))}
    </ChoiceRows>
  )
}

const AddOnRows = (props: FieldsProps) => {
  const t = useMessages(changeMessages)
  const plans = props.choices.add_ons.map((plan) => ({ ...plan, interval_months: null }))
  const maxQuantity = Math.max(1, ...plans.map(({ max_quantity: max }) => max))
  return (
    <>
      <PlanRows legend={t('shipsOnce')} plans={plans} props={props} />
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
}) => {
  const t = useMessages(changeMessages)
  return (
    <SelectField
      name="quantity"
      label={t('howMany')}
      defaultValue={value}
      error={error}
      options={Array.from({ length: maxQuantity }, (_, at) => String(at + 1)).map((count) => ({
        value: count,
        label: count,
      }))}
    />
  )
}

const FrequencyRows = ({ subscription, choices, formValues, errors }: FieldsProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return (
    <ChoiceRows legend={t('howOften')} id="interval_months" error={errors['interval_months']}>
      {choices.frequencies.map(({ plan_code: code, price, currency, interval_months: months }) => (
        <ChoiceRow
          key={code}
          name="interval_months"
          value={String(months)}
          label={months === 1 ? t('everyMonth') : t('everyMonths', { count: String(months) })}
          hint={months === subscription.interval_months ? t('noChange') : undefined}
          end={priceText(price, currency, locale)}
          defaultChecked={
            (formValues['interval_months'] ?? String(subscription.interval_months)) === String(months)
          }
        />
      ))}
    </ChoiceRows>
  )
}

const CardRows = ({ subscription, choices, formValues, errors }: FieldsProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return (
    <>
      <ChoiceRows legend={t('savedCards')} id="payment_method_id" error={errors['payment_method_id']}>
        {choices.cards.map((card) => (
          <ChoiceRow
            key={card.id}
            name="payment_method_id"
            value={card.id}
            label={cardFaceText(card, locale)}
            hint={card.id === subscription.payment_method_id ? t('noChange') : undefined}
            end={shortExpiry(card) ?? undefined}
            defaultChecked={(formValues['payment_method_id'] ?? subscription.payment_method_id) === card.id}
          />
        ))}
      </ChoiceRows>
      <p>
        <ButtonLink
          kind="link"
          href={`/account/settings/payment-methods/new?subscription=${subscription.id}`}
        >
          {t('anotherCard')}
        </ButtonLink>
      </p>
    </>
  )
}

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

const DayField = ({ name, label, days, props, hint, current, className }: DayFieldProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  return (
    <Field
      className={className}
      name={name}
      type="date"
      label={label}
      defaultValue={props.formValues[name] ?? current}
      min={days.first}
      max={days.last}
      error={props.errors[name]}
      hint={hint ?? t('fromTo', { first: longDate(days.first, locale), last: longDate(days.last, locale) })}
    />
  )
}

const StartFields = (props: FieldsProps) => {
  const t = useMessages(changeMessages)
  const when = props.formValues['when'] ?? 'next'
  const rows = [
    { value: 'next', label: t('onNextDate'), hint: t('notBefore') },
    { value: 'now', label: t('today'), hint: t('chargedToday') },
    { value: 'day', label: t('onChosen'), hint: undefined },
  ]
  return (
    <>
      <ChoiceRows legend={t('whenStart')}>
        {rows.map((row) => (
          <ChoiceRow key={row.value} name="when" {...row} defaultChecked={row.value === when} />
        ))}
      </ChoiceRows>
      <DayField
        name="on"
        label={t('theDay')}
        days={props.choices.order_days}
        props={props}
        className={styles.chosenDay}
      />
    </>
  )
}

const NewDate = (props: FieldsProps) => {
  const t = useMessages(changeMessages)
  return (
    <DayField
      name="on"
      label={t('newDate')}
      days={props.choices.order_days}
      props={props}
      current={props.subscription.next_order_on ?? undefined}
    />
  )
}

const PauseEnd = (props: FieldsProps) => {
  const t = useMessages(changeMessages)
  const locale = useLocale()
  const { pause_days: days } = props.choices
  const hint = t('pauseHint', { day: longDate(days.last, locale) })
  return (
    <DayField
      name="until"
      label={t('until')}
      days={days}
      props={props}
      hint={hint}
      current={props.subscription.paused_until ?? undefined}
    />
  )
}

const SwapRows = (props: FieldsProps) => {
  const t = useMessages(changeMessages)
  return <PlanRows legend={t('swapFor')} plans={props.choices.swaps} props={props} />
}

const Quantity = ({ subscription, choices, formValues, errors }: FieldsProps) => (
  <QuantityField
    maxQuantity={choices.max_quantity}
    value={formValues['quantity'] ?? String(subscription.quantity)}
    error={errors['quantity']}
  />
)

const CodeField = ({ formValues, errors }: FieldsProps) => {
  const t = useMessages(changeMessages)
  return (
    <Field
      name="code"
      label={t('promoCode')}
      defaultValue={formValues['code']}
      error={errors['code']}
      maxLength={60}
      autoComplete="off"
    />
  )
}

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
