import type { ReactNode } from 'react'
import { brand } from '#shared/brand.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { BuyerFields } from './coupon-buyers.tsx'
import { amountField, otherCurrencies } from './coupon-form.ts'
import type { EnteredCoupon } from './coupon-form.ts'
import { CheckEntry, ChoiceEntry, Entry, Fields, Pair } from './parts/entry.tsx'
import styles from './coupon-form.module.css'

interface FieldsProps {
  readonly entered: EnteredCoupon
  readonly errors: ReadonlyMap<string, string>
}

/** What a coupon takes off, in each currency. */
const ValueFields = ({ entered, errors }: FieldsProps) => (
  <>
    <Pair>
      <Entry
        label="Takes off"
        name="value"
        inputMode="decimal"
        required
        defaultValue={entered.texts.get('value')}
        error={errors.get('value')}
      />
      <ChoiceEntry
        label="In"
        name="kind"
        choices={[
          ['percentage', 'percent of each item'],
          ['fixed', `${defaultCurrency}, once an order`],
        ]}
        defaultValue={entered.texts.get('kind')}
      />
    </Pair>
    <OtherAmounts entered={entered} errors={errors} />
  </>
)

const OtherAmounts = ({ entered, errors }: FieldsProps) => (
  <details
    className={styles.more}
    open={otherCurrencies.some((code) => entered.texts.get(amountField(code)))}
  >
    <summary>An amount in other currencies</summary>
    <div className={styles.amounts}>
      {otherCurrencies.map((code) => (
        <Entry
          key={code}
          label={code}
          name={amountField(code)}
          inputMode="decimal"
          defaultValue={entered.texts.get(amountField(code))}
          error={errors.get(amountField(code))}
        />
      ))}
    </div>
    <p className={styles.hint}>An amount counts only in the currencies that have one; a percentage in all.</p>
  </details>
)

/** For how many orders of a buyer. */
const DurationFields = ({ entered, errors }: FieldsProps) => (
  <Pair>
    <ChoiceEntry
      label="Lasts for"
      name="duration"
      choices={[
        ['once', 'the first order'],
        ['renewals', 'some renewals too'],
        ['forever', 'every order of a subscription'],
      ]}
      defaultValue={entered.texts.get('duration')}
    />
    <Entry
      label="Renewals"
      name="renewals"
      inputMode="numeric"
      hint="Only for some renewals."
      defaultValue={entered.texts.get('renewals')}
      error={errors.get('renewals')}
    />
  </Pair>
)

const PlanFields = ({
  entered,
  errors,
  plans,
}: FieldsProps & { readonly plans: readonly { readonly code: string; readonly name: string }[] }) => (
  <fieldset className={styles.plans}>
    <legend>For these plans</legend>
    <p className={styles.hint}>Without a choice, for all of them.</p>
    <div>
      {plans.map(({ code, name }) => (
        <CheckEntry
          key={code}
          label={`${name} (${code})`}
          name="plans"
          value={code}
          defaultChecked={entered.chosen.plans.includes(code)}
        />
      ))}
    </div>
    {errors.get('plans') ? <p className={styles.error}>{errors.get('plans')}</p> : null}
  </fieldset>
)

/** From when until when, and how often. */
const TimeFields = ({ entered, errors, isBatch = false }: FieldsProps & { readonly isBatch?: boolean }) => (
  <>
    <Pair>
      <Entry
        label="Starts"
        name="starts_at"
        type="datetime-local"
        hint="Empty: at once."
        defaultValue={entered.texts.get('starts_at')}
        error={errors.get('starts_at')}
      />
      <EndEntry entered={entered} errors={errors} />
    </Pair>
    {isBatch ? null : (
      <LimitEntry
        entered={entered}
        errors={errors}
        hint="Empty: any number. A limit is counted exactly, however many people buy at once."
      />
    )}
    <p className={styles.hint}>Times are those of {brand.timeZone.replace(/^.*\//, '').replace('_', ' ')}.</p>
  </>
)

export const EndEntry = ({ entered, errors }: FieldsProps) => (
  <Entry
    label="Ends"
    name="ends_at"
    type="datetime-local"
    hint="Empty: open."
    defaultValue={entered.texts.get('ends_at')}
    error={errors.get('ends_at')}
  />
)

export const LimitEntry = ({ entered, errors, hint }: FieldsProps & { readonly hint?: string }) => (
  <Entry
    label="Uses, of all buyers together"
    name="limit"
    inputMode="numeric"
    hint={hint}
    defaultValue={entered.texts.get('limit')}
    error={errors.get('limit')}
  />
)

interface CouponFieldsProps extends FieldsProps {
  readonly plans: readonly { readonly code: string; readonly name: string }[]
  /** Each code of a batch works once, so it has no limit of its own. */
  readonly isBatch?: boolean
  /** The field of its code. */
  readonly children: ReactNode
}

/** Everything that a coupon says of itself, after its code. */
export const CouponFields = ({ entered, errors, plans, isBatch = false, children }: CouponFieldsProps) => (
  <Fields>
    {children}
    <ValueFields entered={entered} errors={errors} />
    <DurationFields entered={entered} errors={errors} />
    <PlanFields entered={entered} errors={errors} plans={plans} />
    <BuyerFields entered={entered} errors={errors} plans={plans} isBatch={isBatch} />
    <CheckEntry
      label="Once for each buyer"
      name="once_per_account"
      defaultChecked={entered.texts.has('once_per_account')}
    />
    <CheckEntry
      label="Goes with another code"
      name="stackable"
      defaultChecked={entered.texts.has('stackable')}
    />
    <TimeFields entered={entered} errors={errors} isBatch={isBatch} />
  </Fields>
)
