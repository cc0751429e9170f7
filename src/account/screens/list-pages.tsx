import { ButtonLink } from '#ui/button.tsx'
import { useMessages } from '#ui/locale-context.ts'
import { listPagesMessages } from '../messages/list-pages-messages.ts'
import styles from './list-pages.module.css'

interface ListPagesProps {
  readonly of: 'changes' | 'devices' | 'orders' | 'subscriptions'
  /** The address of the list. */
  readonly at: string
  /** Where the next part begins; null at the end. */
  readonly next: string | null
  /** Whether this is not the first part. */
  readonly isOlder: boolean
}

/** The links to the other parts of a member's list; nothing where there is only one. */
export const ListPages = ({ of, at, next, isOlder }: ListPagesProps) => {
  const t = useMessages(listPagesMessages)
  return next === null && !isOlder ? null : (
    <nav className={styles.pages} aria-label={t('more', { of })}>
      {isOlder ? (
        <ButtonLink kind="link" href={at}>
          {t('toFirst', { of })}
        </ButtonLink>
      ) : null}
      {next === null ? null : (
        <ButtonLink kind="link" href={`${at}?after=${next}`}>
          {t('next', { of })}
        </ButtonLink>
      )}
    </nav>
  )
}

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Where the shown part of a member's list begins, as the address of the page says it; the start for anything else. */
export const placeInQuery = (request: Request): string | undefined => {
  const after = new URL(request.url).searchParams.get('after')
  return after !== null && uuidForm.test(after) ? after : undefined
}
