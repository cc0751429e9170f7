import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { viewOutbox } from '../endpoints.ts'
import styles from './dev-tools.module.css'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { mails } = await context.get(shopContext).call(viewOutbox, {})
  return mails.map(({ id, to, subject, sent_at: sentAt }) => ({ id, to, subject, sentAt }))
}

/** Mails that would have been sent, newest first; only with the sandbox processor. */
const OutboxPage = () => {
  const mails = useLoaderData<typeof loader>()
  return (
    <div className={layout.page}>
      <PageHead title={`Outbox | ${brand.name}`} unlisted />
      <h1 className={text.d2}>Outbox</h1>
      {mails.length === 0 ? <p className={styles.lead}>No mail has left the shop yet.</p> : null}
      <ul className={mails.length === 0 ? undefined : styles.mails}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <a className={styles.mail} href={`/outbox/${encodeURIComponent(mail.id)}`}>
              <span className={styles.subject}>{mail.subject}</span>
              <span className={classNames(text.small, text.mute)}>{shopDay(mail.sentAt)}</span>
              <span className={classNames(text.small, text.mute)}>{mail.to}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className={layout.gap5}>
        <ButtonLink kind="link" href="/time-machine">
          Time machine
        </ButtonLink>
      </p>
    </div>
  )
}

export default OutboxPage
