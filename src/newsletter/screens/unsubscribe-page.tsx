import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { unsubscribe } from '../endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, unsubscribe)

/** Opened by the unsubscribe link of every issue; mail programs press its button automatically (RFC 8058). */
const UnsubscribePage = () => {
  const t = useMessages(newsletterMessages)
  return (
    <LinkPage
      heading={t('unsubscribeHeading')}
      lead={t('unsubscribeLead')}
      button={t('unsubscribeButton')}
      doneMessage={t('unsubscribeDone')}
      result={useActionData<typeof action>()}
    />
  )
}

export default UnsubscribePage
