import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { confirmSubscription } from '../endpoints.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, confirmSubscription)

/** Opened by the mail that asks whether an address was entered by its owner. */
const ConfirmPage = () => (
  <LinkPage
    heading="Confirm your email"
    lead="Confirm, and we’ll send you our newsletter about twice a month."
    button="Confirm my email"
    doneMessage="You’re subscribed. Your first newsletter is on its way."
    result={useActionData<typeof action>()}
  />
)

export default ConfirmPage
