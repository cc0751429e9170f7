import { shopDay } from '#order/screens/shop-day.ts'
import { refundTargetText } from '#pricing/rules/refund-target.ts'
import { priceText } from '#shared/money.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Problem } from '../problem-endpoints.ts'
import { kindTexts } from './problem-form.tsx'
import styles from './return-page.module.css'

/** What became of it, as a sentence. */
export const outcomeText = ({ state, refund, refund_to: to, currency, reported_at: at }: Problem): string => {
  switch (state) {
    case 'open':
      return `Reported on ${shopDay(at)}. Someone on our team will look at it and email you.`
    case 'reshipped':
      return 'We’re sending it again for free.'
    case 'refunded':
      return `${priceText(refund, currency)} will be refunded ${refundTargetText(to)}.`
    case 'declined':
      return 'Declined.'
    default:
      return state satisfies never
  }
}

const OneProblem = ({ one }: { readonly one: Problem }) => (
  <li>
    <strong className={text.strong}>{one.number}</strong>
    <span className={classNames(text.block, text.small)}>
      {kindTexts[one.kind]}: {one.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
    </span>
    <span className={classNames(text.block, text.small, text.mute)}>
      {outcomeText(one)}
      {one.note === null ? '' : ` ${one.note}`}
    </span>
    {one.photos.length === 0 ? null : (
      <span className={styles.photos}>
        {one.photos.map((key, at) => (
          <img
            key={key}
            src={`/problem-photo.jpg?key=${key}`}
            alt={`What you sent with your report, ${at + 1}`}
          />
        ))}
      </span>
    )}
  </li>
)

/** What was reported of an order so far. */
export const ProblemList = ({ problems }: { readonly problems: readonly Problem[] }) =>
  problems.length === 0 ? null : (
    <section aria-labelledby="problems" className={styles.section}>
      <h2 className={text.h4} id="problems">
        Problems you reported
      </h2>
      <ul className={styles.list}>
        {problems.map((one) => (
          <OneProblem key={one.number} one={one} />
        ))}
      </ul>
    </section>
  )
