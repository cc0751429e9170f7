import type { ContentProduct } from '#content/rules/content-page.ts'
import type { PlanPrices } from '#content/screens/inline-text.tsx'
import { InlineText } from '#content/screens/inline-text.tsx'
import styles from './fact-list.module.css'

interface FactListProps {
  readonly facts: ContentProduct['facts']
  readonly plans: PlanPrices
}

/** What is in a product and how it is taken, as labels and texts. */
export const FactList = ({ facts, plans }: FactListProps) => (
  <dl className={styles.facts}>
    {facts.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <InlineText text={text} plans={plans} />
        </dd>
      </div>
    ))}
  </dl>
)
