import type { EnteredCoupon, PlanList } from './coupon-form.ts'
import styles from './coupon-form.module.css'
import { CheckEntry, Entry } from './parts/entry.tsx'

interface BuyerFieldsProps {
  readonly entered: EnteredCoupon
  readonly errors: ReadonlyMap<string, string>
  readonly plans: readonly { readonly code: string; readonly name: string }[]
  /** The codes of a batch have no list of people. */
  readonly isBatch: boolean
}

const planConditions: readonly (readonly [Exclude<PlanList, 'plans'>, string])[] = [
  ['never_bought', 'Only who has never bought'],
  ['bought', 'Only members who have bought one of'],
  ['subscribed', 'Only members with a subscription to one of'],
]

const PlanCondition = ({
  entered,
  errors,
  plans,
  name,
  label,
}: Omit<BuyerFieldsProps, 'isBatch'> & {
  readonly name: Exclude<PlanList, 'plans'>
  readonly label: string
}) => {
  const chosen = entered.chosen[name]
  return (
    <details className={styles.more} open={chosen.length > 0 || errors.has(name)}>
      <summary>{label} …</summary>
      <fieldset className={styles.plans}>
        <legend>{label}</legend>
        <div>
          {plans.map((plan) => (
            <CheckEntry
              key={plan.code}
              label={`${plan.name} (${plan.code})`}
              name={name}
              value={plan.code}
              defaultChecked={chosen.includes(plan.code)}
            />
          ))}
        </div>
        {errors.get(name) ? <p className={styles.error}>{errors.get(name)}</p> : null}
      </fieldset>
    </details>
  )
}

/** Who may use it. */
export const BuyerFields = ({ entered, errors, plans, isBatch }: BuyerFieldsProps) => (
  <fieldset className={styles.plans}>
    <legend>For these buyers</legend>
    <p className={styles.hint}>Without a choice, for everyone. Each condition that is set has to hold.</p>
    <CheckEntry
      label="First purchase only"
      name="first_purchase"
      defaultChecked={entered.texts.has('first_purchase')}
    />
    <CheckEntry
      label="Members only, signed in"
      name="members_only"
      defaultChecked={entered.texts.has('members_only')}
    />
    {isBatch ? null : (
      <CheckEntry
        label="Only people on its list, which you fill after it is made"
        name="named_only"
        defaultChecked={entered.texts.has('named_only')}
      />
    )}
    <Entry
      label="Ships to"
      name="countries"
      autoComplete="off"
      hint="Codes of countries: US, CA. Empty: all."
      defaultValue={entered.texts.get('countries')}
      error={errors.get('countries')}
    />
    {planConditions.map(([name, label]) => (
      <PlanCondition key={name} name={name} label={label} entered={entered} errors={errors} plans={plans} />
    ))}
  </fieldset>
)
