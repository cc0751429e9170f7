import { ButtonLink } from '#ui/button.tsx'
import styles from './list-pages.module.css'

interface ListPagesProps {
  /** What is listed, in the plural. */
  readonly of: string
  /** The address of the list. */
  readonly at: string
  /** Where the next part begins; null at the end. */
  readonly next: string | null
  /** Whether this is not the first part. */
  readonly isOlder: boolean
  /** How the next part is called. */
  readonly nextName?: string
}

/** The links to the other parts of a member's list; nothing where there is only one. */
export const ListPages = ({ of, at, next, isOlder, nextName = `Older ${of}` }: ListPagesProps) =>
  next === null && !isOlder ? null : (
    <nav className={styles.pages} aria-label={`More ${of}`}>
      {isOlder ? (
        <ButtonLink kind="link" href={at}>
          Back to the first {of}
        </ButtonLink>
      ) : null}
      {next === null ? null : (
        <ButtonLink kind="link" href={`${at}?after=${next}`}>
          {nextName}
        </ButtonLink>
      )}
    </nav>
  )
