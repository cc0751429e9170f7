import { PlanQuantities } from '#catalogue/screens/parts/plan-name.tsx'
import { shopDay } from '#order/screens/shop-day.ts'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { Locale } from '#shared/locale.ts'
import { priceText } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import type { Problem } from '../problem-endpoints.ts'
import { problemPagesMessages } from '../messages/problem-pages-messages.ts'
import { kindTexts } from './problem-form.tsx'
import styles from './return-page.module.css'

/** What became of it, as a sentence. */
export const outcomeText = (
  { state, refund, refund_to: to, currency, reported_at: at }: Problem,
  locale: Locale,
): string => {
  const t = problemPagesMessages.in(locale)
  switch (state) {
    case 'open':
      return t('open', { day: shopDay(at, locale) })
    case 'reshipped':
      return t('reshipped')
    case 'refunded':
      return t('refunded', {
        amount: priceText(refund, currency, locale),
        target: refundTargetText(to, locale),
      })
    case 'declined':
      return t('declined')
    default:
      return state satisfies never
  }
}

const OneProblem = ({ one }: { readonly one: Problem }) => {
  const t = useMessages(problemPagesMessages)
  const locale = useLocale()
  return (
    <li>
      <strong className={text.strong}>{one.number}</strong>
      <span className={classNames(text.block, text.small)}>
        {kindTexts(t)[one.kind]}: <PlanQuantities lines={one.lines} />
      </span>
      <span className={classNames(text.block, text.small, text.mute)}>
        {outcomeText(one, locale)}
        {one.note === null ? '' : ` ${one.note}`}
      </span>
      {one.photos.length === 0 ? null : (
        <span className={styles.photos}>
          {one.photos.map((key, at) => (
            <img key={key} src={`/problem-photo.jpg?key=${key}`} alt={t('photoAlt', { number: at + 1 })} />
          ))}
        </span>
      )}
    </li>
  )
}

/** What was reported of an order so far. */
export const ProblemList = ({ problems }: { readonly problems: readonly Problem[] }) => {
  const t = useMessages(problemPagesMessages)
  return problems.length === 0 ? null : (
    <section aria-labelledby="problems" className={styles.section}>
      <h2 className={text.h4} id="problems">
        {t('reported')}
      </h2>
      <ul className={styles.list}>
        {problems.map((one) => (
          <OneProblem key={one.number} one={one} />
        ))}
      </ul>
    </section>
  )
}
