import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { stopOrderReminders } from '#account/privacy-endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, stopOrderReminders)

/** Opened by the link of every order reminder; mail programs press its button automatically (RFC 8058). */
const StopRemindersPage = () => {
  const t = useMessages(newsletterMessages)
  return (
    <LinkPage
      heading={t('remindersHeading')}
      lead={t('remindersLead')}
      button={t('remindersButton')}
      doneMessage={t('remindersDone')}
      result={useActionData<typeof action>()}
    />
  )
}

export default StopRemindersPage
