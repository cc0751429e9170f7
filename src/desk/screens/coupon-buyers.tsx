import text from '#ui/text.module.css'
import type { EnteredCoupon, PlanList } from './coupon-form.ts'
import styles from './coupon-form.module.css'
import { CheckEntry, Entry, ChoiceEntry, Fields, TextEntry } from './parts/entry.tsx'
import { ActionButton } from './parts/action.tsx'
import { Section } from './parts/section.tsx'

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
        <legend className={text.hidden}>{label}</legend>
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

interface CouponPeopleProps {
  readonly people: number
  /** What was typed before a refusal. */
  readonly entered: string | undefined
  readonly error: string | undefined
}

/** The emails of a text, one a line or with commas between them. */
export const emailsIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((email) => email !== '')

/** Who is on a coupon's list: people come and go, and nobody reads it. */
export const CouponPeople = ({ people, entered, error }: CouponPeopleProps) => (
  <Section title="People on its list" aside={people.toLocaleString('en-US')}>
    <form method="post">
      <input type="hidden" name="intent" value="people" />
      <Fields>
        <TextEntry
          label="Emails"
          name="emails"
          rows={4}
          required
          autoComplete="off"
          hint="One a line, at most 1,000 at once. The shop stores what they can be compared with, so the list cannot be read."
          defaultValue={entered}
          error={error}
        />
        <ChoiceEntry
          label="What to do"
          name="change"
          choices={[
            ['add', 'put them on the list'],
            ['remove', 'take them off'],
          ]}
        />
        <p>
          <ActionButton>Save the list</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)
