import { definitionsOf } from '#report/rules/section.ts'
import styles from './figure-meanings.module.css'

/** What the figures of a table mean, one sentence for each definition; closed until somebody asks. */
export const FigureMeanings = ({ rows }: Parameters<typeof definitionsOf>[0]) => (
  <details className={styles.meaning}>
    <summary>What the figures mean</summary>
    <dl>
      {definitionsOf({ rows }).map(({ name, definition }) => (
        <div key={definition}>
          <dt>{name}</dt>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  </details>
)
