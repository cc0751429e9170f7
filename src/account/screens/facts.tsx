import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  readonly facts: readonly { readonly term: string; readonly fact: ReactNode }[]
}

/** Facts in rows between hairlines: the term at the left, the fact next to it. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className={styles.facts}>
    {facts.map(({ term, fact }) => (
      <div key={term} className={styles.row}>
        <dt>{term}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
