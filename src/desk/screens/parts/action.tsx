import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import styles from './action.module.css'
import { DeskNote } from './section.tsx'

type Kind = 'primary' | 'secondary' | 'danger'

const classOf = (kind: Kind): string | undefined =>
  kind === 'secondary' ? styles.button : `${styles.button} ${styles[kind]}`

/** What a page can do. One primary action a page. */
export const ActionButton = ({
  kind = 'secondary',
  hotkey,
  children,
  ...button
}: Omit<ComponentProps<'button'>, 'className'> & { readonly kind?: Kind; readonly hotkey?: string }) => (
  <button type="submit" {...button} className={classOf(kind)} data-desk-key={hotkey}>
    {children}
    {hotkey ? <kbd aria-hidden="true">{hotkey.toUpperCase()}</kbd> : null}
  </button>
)

interface ActionLinkProps {
  readonly href: string
  readonly children: string
  readonly kind?: Kind
  /** What it opens, where its word alone does not say it. */
  readonly label?: string
  /** The key that opens it. */
  readonly hotkey?: string
}

/** The same as a link to the page of the action. */
export const ActionLink = ({ kind = 'secondary', href, children, label, hotkey }: ActionLinkProps) => (
  <a
    href={href}
    className={classOf(kind)}
    aria-label={label ? `${children}: ${label}` : undefined}
    data-desk-key={hotkey}
    data-desk-action=""
  >
    {children}
    {hotkey ? <kbd aria-hidden="true">{hotkey.toUpperCase()}</kbd> : null}
  </a>
)

/** Actions beside each other, as many as fit in a line. */
export const ActionRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)

/** A button that reads like a link, for what can be undone. */
export const PlainButton = (button: Omit<ComponentProps<'button'>, 'className'>) => (
  <button type="submit" {...button} className={styles.link} />
)

interface ActionAnswerProps {
  /** Why the action was not done, as a sentence. */
  readonly refusal: string | undefined
  /** What is said of an action that is done, by the word in `?done=`. */
  readonly done: ReadonlyMap<string, string>
}

/** What became of an action: on the page that its form leads to, or on the same one when it was refused. */
export const ActionAnswer = ({ refusal, done }: ActionAnswerProps) => {
  const [query] = useSearchParams()
  const text = refusal ?? done.get(query.get('done') ?? '')
  return text === undefined ? null : (
    <DeskNote kind={refusal === undefined ? 'ok' : 'danger'} isAnswer>
      <p>{text}</p>
    </DeskNote>
  )
}
