import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  readonly title?: string
  /** Beside the title: a link, or a word on the section. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under an ink rule. */
export const Section = ({ title, aside, children }: SectionProps) => {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={title ? id : undefined}>
      {title ? (
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {aside ? <div>{aside}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** Facts by name. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export interface SumRow {
  readonly name: ReactNode
  readonly amount: string
  readonly isTotal?: boolean
}

/** Amounts that add up; a total has a line above it. */
export const Sums = ({ label, rows }: { readonly label: string; readonly rows: readonly SumRow[] }) => (
  <table className={styles.sums} aria-label={label}>
    <tbody>
      {rows.map(({ name, amount, isTotal }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows of one page, which is drawn once
        <tr key={at} className={isTotal ? styles.total : undefined}>
          <th scope="row">{name}</th>
          <td>{amount}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

interface DeskNoteProps {
  readonly kind?: 'plain' | 'danger' | 'accent' | 'ok'
  /** Read aloud when the page opens: an answer to what was just sent. */
  readonly isAnswer?: boolean
  readonly children: ReactNode
}

/** A sentence that explains a state, or answers what was sent. */
export const DeskNote = ({ kind = 'plain', isAnswer = false, children }: DeskNoteProps) => (
  <div
    className={kind === 'plain' ? styles.note : `${styles.note} ${styles[kind]}`}
    role={isAnswer ? (kind === 'danger' ? 'alert' : 'status') : undefined}
    tabIndex={isAnswer ? -1 : undefined}
    data-desk-answer={isAnswer ? '' : undefined}
  >
    {children}
  </div>
)
