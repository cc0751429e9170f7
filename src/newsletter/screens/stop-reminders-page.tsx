import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { stopOrderReminders } from '#account/privacy-endpoints.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, stopOrderReminders)

/** Opened by the link of every order reminder; mail programs press its button automatically (RFC 8058). */
const StopRemindersPage = () => (
  <LinkPage
    heading="No more order reminders?"
    lead="Press once and the emails before each order stop. Receipts, price changes and what the law asks us to announce still come."
    button="Stop the reminders"
    doneMessage="The reminders are off. You can turn them on again in your account, under Mails and privacy."
    result={useActionData<typeof action>()}
  />
)

export default StopRemindersPage
