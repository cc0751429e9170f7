import { wordRuns } from '#content/rules/page-diff.ts'
import type { WordRun } from '#content/rules/page-diff.ts'
import styles from './both-texts.module.css'

const Marked = ({ runs }: { readonly runs: readonly WordRun[] }) =>
  runs.map(({ kind, text }, at) => {
    const key = `${at}-${kind}`
    return kind === 'same' ? <span key={key}>{text}</span> : <mark key={key}>{text}</mark>
  })

interface BothTextsProps {
  /** Where both wrote, as people call it. */
  readonly place: string
  readonly theirs: string
  readonly yours: string
}

/** What two people made of the same text: one below the other, each with the words marked that the other one does not have. */
export const BothTexts = ({ place, theirs, yours }: BothTextsProps) => {
  const runs = wordRuns(theirs, yours)
  return (
    <div className={styles.both}>
      <h3>{place}</h3>
      <dl>
        <dt>Theirs</dt>
        <dd>
          <Marked runs={runs.filter(({ kind }) => kind !== 'added')} />
        </dd>
        <dt>Yours</dt>
        <dd>
          <Marked runs={runs.filter(({ kind }) => kind !== 'removed')} />
        </dd>
      </dl>
    </div>
  )
}
