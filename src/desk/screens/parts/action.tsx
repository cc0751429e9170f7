import type { ComponentProps } from 'react'
import styles from './action.module.css'

type Kind = 'primary' | 'secondary' | 'danger'

const classOf = (kind: Kind): string | undefined =>
  kind === 'secondary' ? styles.button : `${styles.button} ${styles[kind]}`

/** What a page can do. One primary act a page. */
export const ActionButton = ({
  kind = 'secondary',
  ...button
}: Omit<ComponentProps<'button'>, 'className'> & { readonly kind?: Kind }) => (
  <button type="submit" {...button} className={classOf(kind)} />
)

/** The same as a link to the page of the act. */
export const ActionLink = ({
  kind = 'secondary',
  ...link
}: Omit<ComponentProps<'a'>, 'className'> & { readonly kind?: Kind }) => (
  <a {...link} className={classOf(kind)} />
)

/** A button that reads like a link, for what can be undone. */
export const PlainButton = (button: Omit<ComponentProps<'button'>, 'className'>) => (
  <button type="submit" {...button} className={styles.link} />
)
