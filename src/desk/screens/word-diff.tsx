import type { WordRun } from '#content/rules/page-diff.ts'

/** A text with what was removed and what was added. */
export const WordDiff = ({ runs }: { readonly runs: readonly WordRun[] }) =>
  runs.map(({ kind, text }, at) => {
    const key = `${at}-${kind}`
    if (kind === 'removed') return <del key={key}>{text}</del>
    return kind === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
  })
