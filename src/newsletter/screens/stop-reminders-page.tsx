import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { stopOrderReminders } from '#account/privacy-endpoints.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, stopOrderReminders)

/** Opened by the link of every order reminder; mail programs press its button automatically (RFC 8058). */
const StopRemindersPage = () => (
  <LinkPage
    heading="Turn off order reminders?"
    lead="We’ll stop emailing you before each order. We’ll still send receipts, price changes and notices required by law."
    button="Turn off reminders"
    doneMessage="Reminders are off. You can turn them on again in your account, under Email and privacy."
    result={useActionData<typeof action>()}
  />
)

export default StopRemindersPage
