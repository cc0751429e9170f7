import type { ReactNode } from 'react'
import { kindWord } from '#content/rules/part-words.ts'
import { classNames } from '#ui/class-names.ts'
import type { DeskPagePart } from '../page-endpoints.ts'
import styles from './page-editor.module.css'

interface TreeProps {
  readonly parts: readonly DeskPagePart[]
  readonly chosen: string
  readonly linkTo: (part: string) => string
}

const headOf = ({ kind, type }: DeskPagePart): string => {
  if (kind === 'page') return 'About the page'
  return kind === 'product' ? 'Product' : kindWord(type)
}

const marksOf = ({ has_claim: hasClaim, by, problems }: DeskPagePart): ReactNode => {
  const words = [...(hasClaim ? ['claim'] : []), ...(by === null ? [] : [`changed by ${by}`])]
  return (
    <>
      {words.length > 0 ? <span className={styles.mark}> {words.join(', ')}</span> : null}
      {problems > 0 ? (
        <span className={classNames(styles.mark, styles.wrong)}>
          {' '}
          {problems === 1 ? '1 problem' : `${problems} problems`}
        </span>
      ) : null}
    </>
  )
}

const PartLink = ({ part, chosen, linkTo }: Omit<TreeProps, 'parts'> & { readonly part: DeskPagePart }) => (
  <a href={linkTo(part.id)} aria-current={part.id === chosen ? 'true' : undefined}>
    <span className={part.kind === 'block' ? styles.mark : styles.kind}>{headOf(part)}</span>
    {part.text === '' ? null : <> {part.text}</>}
    {marksOf(part)}
  </a>
)

interface Branch {
  readonly part: DeskPagePart
  readonly blocks: DeskPagePart[]
}

const branchesOf = (parts: readonly DeskPagePart[]): readonly Branch[] => {
  const branches: Branch[] = []
  for (const part of parts)
    if (part.kind === 'block') branches.at(-1)?.blocks.push(part)
    else branches.push({ part, blocks: [] })
  return branches
}

/** The sections and blocks of a page, each with the way to its form. */
export const PageTree = ({ parts, ...rest }: TreeProps) => (
  <nav className={styles.tree} aria-label="Parts of the page">
    <ol>
      {branchesOf(parts).map(({ part, blocks }) => (
        <li key={part.id}>
          <PartLink part={part} {...rest} />
          {blocks.length > 0 ? (
            <ol>
              {blocks.map((block) => (
                <li key={block.id}>
                  <PartLink part={block} {...rest} />
                </li>
              ))}
            </ol>
          ) : null}
        </li>
      ))}
    </ol>
  </nav>
)
