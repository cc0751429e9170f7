import type { ActionFunctionArgs } from 'react-router'
import { data } from 'react-router'
import type { stopOrderReminders, stopReviewRequests } from '#account/privacy-endpoints.ts'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Note } from '#ui/note.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { PictureSplit } from '#ui/picture-split.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import type { confirmSubscription, unsubscribe } from '../endpoints.ts'
import styles from './newsletter-page.module.css'

/**
 * Presses the button of a mailed link: its token is in the URL. Answers on the page itself and never by a redirect,
 * because mail programs press too and follow none (RFC 8058).
 */
export const submitLink = async (
  { context, url }: Pick<ActionFunctionArgs, 'context' | 'url'>,
  endpoint:
    | typeof confirmSubscription
    | typeof unsubscribe
    | typeof stopOrderReminders
    | typeof stopReviewRequests,
) => {
  try {
    await context.get(shopContext).call(endpoint, { token: url.searchParams.get('token') ?? '' })
    return { done: true, message: null }
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    return data({ done: false, message: thrown.detail }, { status: thrown.status })
  }
}

interface LinkPageProps {
  readonly heading: string
  readonly lead: string
  readonly button: string
  readonly doneMessage: string
  readonly result: { readonly done: boolean; readonly message: string | null } | undefined
}

/** The page of a mailed link: it changes nothing until its button is pressed (ruling 18). */
export const LinkPage = ({ heading, lead, button, doneMessage, result }: LinkPageProps) => (
  <PictureSplit picture="newsletter-link">
    <PageHead title={`${heading} | ${brand.name}`} unlisted />
    <h1 className={text.d2}>{heading}</h1>
    {result?.done ? (
      <Note kind="ok" isAnswer className={styles.message}>
        {doneMessage}
      </Note>
    ) : (
      <>
        {result?.message ? <ErrorSummary message={result.message} className={styles.message} /> : null}
        <p className={classNames(text.lead, text.mute, styles.lead)}>{lead}</p>
        <form method="post" className={styles.form}>
          <Button kind="primary">{button}</Button>
        </form>
      </>
    )}
  </PictureSplit>
)
