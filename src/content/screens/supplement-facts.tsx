import text from '#ui/text.module.css'
import type { SupplementFacts as Facts } from '../rules/supplement-facts.ts'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'
import styles from './supplement-facts.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

interface SupplementFactsProps {
  readonly facts: Facts
  readonly plans: PlanPrices
}

const Rows = ({ facts, plans }: SupplementFactsProps) => {
  const t = useMessages(sectionsMessages)
  return (
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
              <abbr title={t('notEstablished')}>†</abbr>
            ) : (
              `${row.dailyValuePercent}%`
            )}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** The panel of a label in the form that the law asks for, as a table (21 CFR 101.36). */
export const SupplementFacts = ({ facts, plans }: SupplementFactsProps) => {
  const t = useMessages(sectionsMessages)
  return (
    <div className={styles.label}>
      <div className={styles.panel}>
        <table className={styles.table}>
          <caption className={styles.caption}>
            <span className={styles.title}>{t('supplementFacts')}</span>
            <span className={styles.serving}>{t('servingSize', { size: facts.servingSize })}</span>
            <span className={styles.serving}>{t('servings', { count: facts.servingsPerContainer })}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={text.hidden}>{t('ingredient')}</span>
              </th>
              <th scope="col">{t('amountPerServing')}</th>
              <th scope="col">{t('dailyValue')}</th>
            </tr>
          </thead>
          <Rows facts={facts} plans={plans} />
        </table>
        <p className={styles.note}>
          {facts.rows.some((row) => row.dailyValuePercent === null) ? t('dailyValueNot') : ''}
          {facts.notes.join(' ')}
        </p>
      </div>
      <p className={styles.after}>
        <strong>{t('otherIngredients')}</strong> <InlineText text={facts.otherIngredients} plans={plans} />
      </p>
      <p className={styles.after}>
        <strong>{t('allergens')}</strong> <InlineText text={facts.allergens} plans={plans} />
      </p>
    </div>
  )
}
