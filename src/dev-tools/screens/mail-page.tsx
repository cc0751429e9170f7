import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { ShopError } from '#shared/errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { viewOutbox } from '../endpoints.ts'
import { linkedText } from './linked-text.ts'
import styles from './dev-tools.module.css'

export const handle = { framesOwnPages: true } satisfies PageOptions

export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const { mails } = await context.get(shopContext).call(viewOutbox, {})
  const mail = mails.find(({ id }) => id === params['id'])
  if (!mail) throw new ShopError('NOT_FOUND')
  return mail
}

const LinkedText = ({ text }: { readonly text: string }) => (
  <p className={styles.text}>
    {linkedText(text).map((part, position) =>
      part.href === null ? (
        part.text
      ) : (
        <a key={`${position}-${part.href}`} href={part.href}>
          {part.text}
        </a>
      ),
    )}
  </p>
)

/**
 * One mail: its HTML as a mail program would show it, where nothing can run and links open in a new page; then its
 * text.
 */
const MailPage = () => {
  const mail = useLoaderData<typeof loader>()
  return (
    <div className={layout.page}>
      <PageHead title={`${mail.subject} | Outbox | ${brand.name}`} unlisted />
      <p>
        <ButtonLink kind="link" size="small" href="/outbox">
          Outbox
        </ButtonLink>
      </p>
      <h1 className={text.d2}>{mail.subject}</h1>
      <p className={classNames(text.small, text.mute, layout.gap5)}>
        To {mail.to}
        {mail.reply_to === null ? null : `, answers to ${mail.reply_to}`}, {shopDay(mail.sent_at)}
      </p>
      <section className={styles.section} aria-labelledby="html">
        <h2 className={text.h4} id="html">
          HTML
        </h2>
        <iframe
          className={styles.frame}
          title={`HTML of ${mail.subject}`}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          src={`/outbox/${mail.id}/html`}
        />
      </section>
      <section className={styles.section} aria-labelledby="text">
        <h2 className={text.h4} id="text">
          Text
        </h2>
        <LinkedText text={mail.text} />
      </section>
    </div>
  )
}

export default MailPage
