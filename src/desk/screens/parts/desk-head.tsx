import type { ReactNode } from 'react'
import { addressOfList, orderAddress } from '../../rules/list-place.ts'
import { useList } from './use-list.ts'
import styles from './desk-head.module.css'

interface DeskHeadProps {
  readonly title: string
  /** Where the page belongs: a link back to its list. */
  readonly crumb?: ReactNode
  readonly sub?: ReactNode
  readonly actions?: ReactNode
}

/** The head of a page: where one is, what it is, its state, and what can be done with it. */
export const DeskHead = ({ title, crumb, sub, actions }: DeskHeadProps) => (
  <header className={styles.head}>
    <div>
      {crumb ? (
        <p className={styles.crumb} data-desk-crumb="">
          {crumb}
        </p>
      ) : null}
      <h1>{title}</h1>
      {sub ? <p className={styles.sub}>{sub}</p> : null}
    </div>
    {actions ? <div className={styles.actions}>{actions}</div> : null}
  </header>
)

interface View {
  readonly label: string
  readonly href: string
  readonly isCurrent: boolean
}

/** Ready-made views of a list, or parts of a place. */
export const Views = ({ label, views }: { readonly label: string; readonly views: readonly View[] }) => (
  <nav className={styles.views} aria-label={label}>
    {views.map(({ label: name, href, isCurrent }) => (
      <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

/** The way back to an order, above a page about it. */
export const OrderCrumb = ({ number }: { readonly number: string }) => {
  const list = useList()
  return (
    <>
      <a href={addressOfList(list)}>Orders</a> / <a href={orderAddress(number, { list })}>{number}</a>
    </>
  )
}
