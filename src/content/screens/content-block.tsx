import type { ReactNode } from 'react'
import { Accordion } from '#ui/accordion.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Disclaimer } from '#ui/disclaimer.tsx'
import { Picture, isPictureName } from '#ui/picture.tsx'
import { TableRegion } from '#ui/table-region.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { inlinePieces } from '../rules/inline-text.ts'
import type { ContentAction, ContentBlock, ContentPoster } from '../rules/content-block.ts'
import styles from './content-block.module.css'
import slider from './slider.module.css'
import { Diagram } from './diagram.tsx'
import { Film } from './film.tsx'
import { SupplementFacts } from './supplement-facts.tsx'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'

interface BlockProps<K extends ContentBlock['kind']> {
  readonly block: Extract<ContentBlock, { readonly kind: K }>
  readonly plans: PlanPrices
}

interface BlockPlacement {
  /** Of the headings that blocks bring along. */
  readonly level: 2 | 3
  /** Whether a picture of the block is the first of its page. */
  readonly first?: boolean
}

interface BlockHeadingProps extends Pick<BlockPlacement, 'level'> {
  readonly anchor?: string | undefined
  readonly children: ReactNode
}

/** A picture with its caption; a name that was never drawn shows its alt text (spec §2). */
export const Figure = ({
  picture,
  sizes,
  first,
}: {
  readonly picture: ContentPoster
  readonly sizes: string
  readonly first?: boolean
}) => (
  <figure>
    {picture.film ? (
      <Film film={picture.film} picture={picture} sizes={sizes} />
    ) : isPictureName(picture.name) ? (
      <Picture name={picture.name} alt={picture.alt} sizes={sizes} first={first} className={styles.shot} />
    ) : (
      <p className={styles.missing}>{picture.alt}</p>
    )}
    {picture.caption ? <figcaption className={styles.caption}>{picture.caption}</figcaption> : null}
  </figure>
)

export const Actions = ({
  actions,
  className,
}: {
  readonly actions: readonly ContentAction[]
  readonly className?: string | undefined
}) => (
  <p className={classNames(layout.actions, className)}>
    {actions.map((action) => (
      <ButtonLink key={action.href} kind={action.look} href={action.href}>
        {action.label}
      </ButtonLink>
    ))}
  </p>
)

const Questions = ({ block, plans }: BlockProps<'accordion'>) => (
  <Accordion
    look={block.look}
    items={block.items.map((item) => ({
      title: item.title,
      open: item.open,
      body: <InlineText text={item.text} plans={plans} />,
    }))}
  />
)

/** Keep a table a table for assistive technology where the style sheet makes cards of its rows. */
const roles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  column: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** The words of a text without its links and marks, for an attribute. */
const plainText = (text: string): string =>
  inlinePieces(text)
    .map((piece) => (piece.kind === 'text' || piece.kind === 'species' ? piece.text : ''))
    .join('')

/** Two columns fit a phone. */
const formOf = ({ bullets, columns }: BlockProps<'table'>['block']): string | undefined =>
  bullets ? styles.wide : columns.length > 2 ? styles.cards : undefined

const Table = ({ block, plans }: BlockProps<'table'>) => (
  <TableRegion label={block.label} bullets={block.bullets ? 3 : 0}>
    <table {...roles.table} className={classNames(styles.table, formOf(block))}>
      <thead {...roles.rows}>
        <tr {...roles.row}>
          {block.columns.map((column) => (
            <th
              key={column.title}
              {...roles.column}
              scope="col"
              className={column.end ? styles.end : undefined}
            >
              <InlineText text={column.title} plans={plans} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rows}>
        {block.rows.map((row) => (
          <tr key={row.join('|')} {...roles.row}>
            {row.map((cell, at) => (
              <td
                key={block.columns[at]?.title ?? at}
                {...roles.cell}
                data-column={at === 0 ? undefined : plainText(block.columns[at]?.title ?? '')}
                className={block.columns[at]?.end ? styles.end : undefined}
              >
                <InlineText text={cell} plans={plans} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
)

const List = ({ block, plans }: BlockProps<'list'>) => {
  const items = block.items.map((item) => (
    <li key={item}>
      <InlineText text={item} plans={plans} />
    </li>
  ))
  return block.ordered ? (
    <ol className={styles.sources}>{items}</ol>
  ) : (
    <ul className={styles.list}>{items}</ul>
  )
}

const Rows = ({ block }: Pick<BlockProps<'rows'>, 'block'>) => (
  <nav aria-label={block.title}>
    <p className={styles.rowsTitle}>{block.title}</p>
    <ul className={styles.rows}>
      {block.items.map((item) => (
        <li key={item.href}>
          <a href={item.href}>
            <span>{item.label}</span>
            {item.note ? <span className={styles.rowNote}>{item.note}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Slider = ({ block }: Pick<BlockProps<'slider'>, 'block'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  <section className={slider.slider} tabIndex={0} aria-label={block.label}>
    {block.pictures.map((picture) => (
      <Figure key={picture.name} picture={picture} sizes="(min-width: 1024px) 28vw, 88vw" />
    ))}
  </section>
)

const paragraphClasses = {
  body: styles.paragraph,
  lead: text.lead,
  small: classNames(text.small, text.mute),
  quote: classNames(text.d3, styles.quote),
} as const

const Paragraph = ({ block, plans }: BlockProps<'paragraph'>) => (
  <p className={paragraphClasses[block.look]}>
    <InlineText text={block.text} plans={plans} />
  </p>
)

/** Headings of blocks: under the section's own, or in its place where it has none. */
const BlockHeading = ({ level, anchor, children }: BlockHeadingProps) =>
  level === 2 ? (
    <h2 className={classNames(text.d3, styles.heading)} id={anchor}>
      {children}
    </h2>
  ) : (
    <h3 className={styles.heading} id={anchor}>
      {children}
    </h3>
  )

const SmallPrint = ({ block, plans }: BlockProps<'small-print'>) => (
  <p className={classNames(text.small, text.mute)}>
    <InlineText text={block.text} plans={plans} />
  </p>
)

const Facts = ({ block, plans }: BlockProps<'facts'>) => (
  <dl className={styles.facts}>
    {block.items.map((item) => (
      <div key={item.label}>
        <dt>{item.label}</dt>
        <dd>
          <InlineText text={item.text} plans={plans} />
        </dd>
      </div>
    ))}
  </dl>
)

const DisclaimerNote = () => (
  <p className={classNames(text.small, text.mute)} id="disclaimer">
    * <Disclaimer />
  </p>
)

const Nested = ({ block, plans, level }: BlockProps<'section'> & Pick<BlockPlacement, 'level'>) => (
  <section className={classNames(styles.nested, block.numbered && styles.nestedNumbered)} id={block.anchor}>
    <BlockHeading level={level}>{block.heading}</BlockHeading>
    {block.blocks.map((inner, at) => (
      <Block key={`${at}-${inner.kind}`} block={inner} plans={plans} level={3} />
    ))}
  </section>
)

/** One block of a content page (spec §2). */
export const Block = ({ block, plans, level, first }: BlockProps<ContentBlock['kind']> & BlockPlacement) => {
  switch (block.kind) {
    case 'paragraph':
      return <Paragraph block={block} plans={plans} />
    case 'heading':
      return (
        <BlockHeading level={level} anchor={block.anchor}>
          <InlineText text={block.text} plans={plans} />
        </BlockHeading>
      )
    case 'button':
      return <Actions actions={block.actions} />
    case 'accordion':
      return <Questions block={block} plans={plans} />
    case 'poster':
      return <Figure picture={block.picture} sizes="(min-width: 1024px) 58vw, 100vw" first={first} />
    case 'slider':
      return <Slider block={block} />
    case 'small-print':
      return <SmallPrint block={block} plans={plans} />
    case 'table':
      return <Table block={block} plans={plans} />
    case 'list':
      return <List block={block} plans={plans} />
    case 'rows':
      return <Rows block={block} />
    case 'facts':
      return <Facts block={block} plans={plans} />
    case 'diagram':
      return <Diagram block={block} plans={plans} />
    case 'supplement-facts':
      return <SupplementFacts facts={block.facts} plans={plans} />
    case 'disclaimer':
      return <DisclaimerNote />
    case 'section':
      return <Nested block={block} plans={plans} level={level} />
  }
}
