import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './data-table.module.css'

/** A column: its head, how it is set, and what it shows of a row. */
export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** The page that is sorted by it, and how it is sorted now; only for what the database has an index for. */
  readonly sort?: { readonly href: string; readonly now: 'ascending' | 'descending' | null }
  /** A number, at the right edge. */
  readonly isFigure?: boolean
  readonly isQuiet?: boolean
  /** Left out on phones. */
  readonly isWide?: boolean
  /** Several lines, where it has to be. */
  readonly wraps?: boolean
  /** No wider than a name usually is; the rest of a longer text is cut off. */
  readonly isShort?: boolean
  /** Takes the width that the other columns leave, in several lines where that is narrow. */
  readonly fills?: boolean
}

/** Boxes before the first column, by which rows are chosen. */
interface Choice<Row> {
  /** One for the whole page. */
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  readonly label: string
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Inside of a section, without the page's margins. */
  readonly isInside?: boolean
  readonly choice?: Choice<Row> | null
}

const classOf = <Row,>(column: Column<Row>): string | undefined =>
  [
    column.isFigure && styles.figure,
    column.isQuiet && styles.quiet,
    column.isWide && styles.wide,
    column.wraps && styles.wraps,
    column.isShort && styles.short,
    column.fills && styles.fills,
  ]
    .filter(Boolean)
    .join(' ') || undefined

/** Columns that fit beside each other in a window of 1440 pixels. */
const mostThatStay = 9

const Head = <Row,>({ column }: { readonly column: Column<Row> }) => {
  const { name, sort } = column
  return (
    <th scope="col" className={classOf(column)} aria-sort={sort?.now ?? undefined}>
      {sort ? <a href={sort.href}>{name}</a> : name}
    </th>
  )
}

const Rows = <Row,>({
  columns,
  rows,
  keyOf,
  choice,
}: Pick<DataTableProps<Row>, 'columns' | 'rows' | 'keyOf' | 'choice'>) => (
  <tbody>
    {rows.map((row) => (
      <tr key={keyOf(row)}>
        {choice ? <td className={styles.choice}>{choice.cell(row)}</td> : null}
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.name} scope="row" className={classOf(column)}>
              {column.cell(row)}
            </th>
          ) : (
            <td key={column.name} className={classOf(column)}>
              {column.cell(row)}
            </td>
          ),
        )}
      </tr>
    ))}
  </tbody>
)

/** A list: a real table of the server, with links in its rows. J, K and Enter go through it by the desk's script. */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  isInside = false,
  choice = null,
}: DataTableProps<Row>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
  <section className={styles.region} aria-label={label} tabIndex={0}>
    <table
      className={classNames(
        styles.table,
        isInside ? styles.inside : columns.length <= mostThatStay && styles.stays,
      )}
      aria-label={label}
      data-desk-rows=""
    >
      <thead>
        <tr>
          {choice ? (
            <th scope="col" className={styles.choice}>
              {choice.head}
            </th>
          ) : null}
          {columns.map((column) => (
            <Head key={column.name} column={column} />
          ))}
        </tr>
      </thead>
      <Rows columns={columns} rows={rows} keyOf={keyOf} choice={choice} />
    </table>
  </section>
)

interface TableFootProps {
  readonly children: ReactNode
  /** Whether rows can be chosen by keys. */
  readonly hasChoice?: boolean
  readonly newer: string | null
  readonly older: string | null
  /** Under a table inside of a section. */
  readonly isInside?: boolean
}

/** What is shown of a list, and the way to the rest of it: by links, one page at a time. */
export const TableFoot = ({
  children,
  hasChoice = false,
  newer,
  older,
  isInside = false,
}: TableFootProps) => (
  <div className={isInside ? `${styles.foot} ${styles.flush}` : styles.foot} data-desk-foot="">
    <div>{children}</div>
    <p className={styles.keys}>
      <kbd>J</kbd>
      <kbd>K</kbd> move{' '}
      {hasChoice ? (
        <>
          <kbd>X</kbd> select <kbd>Shift</kbd>
          <kbd>X</kbd> up to here{' '}
        </>
      ) : null}
      <kbd>Enter</kbd> open <kbd>Space</kbd> look
    </p>
    {newer || older ? (
      <nav className={styles.pages} aria-label="Pages of the list">
        {newer ? <a href={newer}>Newer</a> : null}
        {older ? (
          <a href={older} data-desk-older="">
            Older
          </a>
        ) : null}
      </nav>
    ) : null}
  </div>
)

interface EmptyListProps {
  readonly title: string
  readonly children?: ReactNode
  /** Inside of a section, without the page's margins. */
  readonly isInside?: boolean
}

/** In place of a list with nothing in it: what it means, and what helps. */
export const EmptyList = ({ title, children, isInside = false }: EmptyListProps) => (
  <div className={isInside ? `${styles.empty} ${styles.flush}` : styles.empty}>
    <p>{title}</p>
    {children}
  </div>
)
