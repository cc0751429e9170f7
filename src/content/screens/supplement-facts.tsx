import text from '#ui/text.module.css'
import type { SupplementFacts as Facts } from '../rules/supplement-facts.ts'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'
import styles from './supplement-facts.module.css'

interface SupplementFactsProps {
  readonly facts: Facts
  readonly plans: PlanPrices
}

const Rows = ({ facts, plans }: SupplementFactsProps) => (
  <tbody>
    {facts.rows.map((row) => (
      <tr key={row.ingredient}>
        <th scope="row">
          <InlineText text={row.ingredient} plans={plans} />
          {row.code ? (
            <>
              {' '}
              <span className={styles.code}>{row.code}</span>
            </>
          ) : null}
        </th>
        <td>{row.amount}</td>
        <td>
          {row.dailyValuePercent === null ? (
            <abbr title="not established">†</abbr>
          ) : (
            `${row.dailyValuePercent}%`
          )}
        </td>
      </tr>
    ))}
  </tbody>
)

/** The panel of a label in the form that the law asks for, as a table (21 CFR 101.36). */
export const SupplementFacts = ({ facts, plans }: SupplementFactsProps) => (
  <div className={styles.label}>
    <div className={styles.panel}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          <span className={styles.title}>Supplement Facts</span>
          <span className={styles.serving}>Serving size {facts.servingSize}</span>
          <span className={styles.serving}>Servings per container {facts.servingsPerContainer}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className={text.hidden}>Ingredient</span>
            </th>
            <th scope="col">Amount per serving</th>
            <th scope="col">% Daily Value</th>
          </tr>
        </thead>
        <Rows facts={facts} plans={plans} />
      </table>
      <p className={styles.note}>
        {facts.rows.some((row) => row.dailyValuePercent === null) ? '† Daily Value not established. ' : ''}
        {facts.notes.join(' ')}
      </p>
    </div>
    <p className={styles.after}>
      <strong>Other ingredients:</strong> <InlineText text={facts.otherIngredients} plans={plans} />
    </p>
    <p className={styles.after}>
      <strong>Allergens:</strong> <InlineText text={facts.allergens} plans={plans} />
    </p>
  </div>
)
