import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { localProblem } from '#subscription/dunning/rules/dunning.ts'
import { longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { cardText } from '../record/screens/subscription-text.ts'
import type { Subscription } from '../endpoints.ts'
import styles from './subscription-section.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'

interface PaymentProblemProps {
  readonly subscription: Subscription
  /** Where no heading says which subscription it is. */
  readonly showsName?: boolean
  /** It has the primary button of the page. */
  readonly isPrimary?: boolean
}

type Card = Pick<NonNullable<Subscription['card']>, 'brand' | 'last4'>

const declinedText = (since: string, declined: Card | null, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)
  return t('waits', {
    day: longDate(since, locale),
    card: declined === null ? t('itsCard') : cardText(declined, locale),
  })
}

const nextTryText = (declined: Card | null, next: Card | null, on: string, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)

  const isSame = next === null || (declined?.brand === next.brand && declined.last4 === next.last4)
  return ` ${t('nextTry', { card: isSame ? t('sameCard') : cardText(next, locale), day: longDate(on, locale) })}`
}

const declinedCard = ({ payment_problem: problem, card }: PaymentProblemProps['subscription']) =>
  problem?.declined_card ?? card

const SubscriptionName = ({ name }: { readonly name: string }) => (
  <>
    <PlanName of={name} />.{' '}
  </>
)

/** What is wrong with the last payment and how to fix it, in a prominent place. */
export const PaymentProblem = ({
  subscription,
  showsName = false,
  isPrimary = false,
}: PaymentProblemProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  const { payment_problem: problem, stopped_message: stopped, card, plan } = subscription
  const name = useCatalogueText()(plan.name)
  if (stopped !== null)
    return (
      <Note className={styles.problem}>
        <p>{refusalText(stopped, locale)}</p>
      </Note>
    )
  if (problem === null) return null
  const remedy = t(problem.asks_to_confirm ? 'confirmWithBank' : 'payOther')
  return (
    <Note kind="error" className={styles.problem}>
      <p>{declinedText(problem.since, declinedCard(subscription), locale)}</p>
      <p className={styles.cause}>
        {showsName ? <SubscriptionName name={plan.name} /> : null}
        {localProblem(problem.message, locale)}
        {problem.next_try_on === null
          ? ` ${problem.asks_to_confirm ? t('noRetryAutomatic') : t('noRetry')}`
          : nextTryText(declinedCard(subscription), card, problem.next_try_on, locale)}
      </p>
      <p className={styles.fix}>
        <ButtonLink
          kind={isPrimary ? 'primary' : 'secondary'}
          size="small"
          href={problem.update_card_url}
          label={t('remedyOf', { remedy, plan: name })}
        >
          {remedy}
        </ButtonLink>
      </p>
    </Note>
  )
}
