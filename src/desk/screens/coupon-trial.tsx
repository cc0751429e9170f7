import { countries } from '#location/rules/countries.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'
import type { tryDeskCoupon } from '../coupon-endpoints.ts'
import type { Mark } from '../rules/order-marks.ts'
import styles from './coupon-form.module.css'
import { ActionButton } from './parts/action.tsx'
import { CheckEntry, ChoiceEntry, Entry, Fields, Pair } from './parts/entry.tsx'
import { StateMark } from './parts/mark.tsx'
import { DeskNote, Section } from './parts/section.tsx'

type Result = ReplyOf<typeof tryDeskCoupon>

interface CouponTrialProps {
  readonly requested: {
    readonly trial: Readonly<Record<'email' | 'plan' | 'other' | 'currency' | 'country' | 'member', string>>
    readonly result: Result | null
    readonly refusal: string | null
  }
  readonly plans: readonly { readonly code: string; readonly name: string }[]
}

const marks: Readonly<Record<Result['checks'][number]['outcome'], Mark>> = {
  passed: { level: 'full', tone: 'ok', word: 'Yes' },
  failed: { level: 'struck', tone: 'bad', word: 'No' },
  'not-checked': { level: 'empty', tone: 'quiet', word: 'Not checked' },
}

const Outcome = ({ result }: { readonly result: Result }) => (
  <>
    <DeskNote kind={result.message === null ? 'ok' : 'danger'} isAnswer>
      {result.message === null ? 'The cart takes it.' : `Refused. The buyer reads: “${result.message}”`}
    </DeskNote>
    <ol className={styles.trial}>
      {result.checks.map(({ reason, text, outcome }) => (
        <li key={reason}>
          <StateMark mark={marks[outcome]} /> <span>{text}</span>
        </li>
      ))}
    </ol>
  </>
)

const BuyerEntries = ({ trial }: Pick<CouponTrialProps['requested'], 'trial'>) => (
  <>
    <ChoiceEntry
      label="Ships to"
      name="country"
      choices={countries().map(({ code, name }) => [code, name] as const)}
      defaultValue={trial.country || brand.home}
    />
    <CheckEntry label="The buyer is signed in" name="member" defaultChecked={trial.member === 'on'} />
  </>
)

const TrialFields = ({
  trial,
  plans,
}: Pick<CouponTrialProps, 'plans'> & Pick<CouponTrialProps['requested'], 'trial'>) => (
  <Fields>
    <Pair>
      <ChoiceEntry
        label="In the cart"
        name="plan"
        choices={plans.map(({ code, name }) => [code, `${name} (${code})`] as const)}
        defaultValue={trial.plan}
      />
      <ChoiceEntry
        label="Paid in"
        name="currency"
        choices={shopCurrencies.map((code) => [code, code] as const)}
        defaultValue={trial.currency}
      />
    </Pair>
    <Pair>
      <Entry
        label="Email of the buyer"
        name="email"
        type="email"
        hint="Leave empty for a new customer."
        defaultValue={trial.email}
      />
      <Entry label="With another code" name="other" autoComplete="off" defaultValue={trial.other} />
    </Pair>
    <BuyerEntries trial={trial} />
    <p>
      <ActionButton>Try</ActionButton>
    </p>
  </Fields>
)

/** Asks the shop's own rule whether somebody's cart takes the code; the question is in the address. */
export const CouponTrial = ({ requested: { trial, result, refusal }, plans }: CouponTrialProps) => (
  <Section title="Does a cart take it?" aside="asks the shop’s own rule">
    {refusal === null ? null : (
      <DeskNote kind="danger" isAnswer>
        {refusal}
      </DeskNote>
    )}
    {result === null ? null : <Outcome result={result} />}
    <form>
      <TrialFields trial={trial} plans={plans} />
    </form>
  </Section>
)
