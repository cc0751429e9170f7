import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { unsubscribe } from '../endpoints.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, unsubscribe)

/** Opened by the unsubscribe link of every issue; mail programs press its button automatically (RFC 8058). */
const UnsubscribePage = () => (
  <LinkPage
    heading="Unsubscribe from the newsletter?"
    lead="You don’t need to sign in."
    button="Unsubscribe"
    doneMessage="You’re unsubscribed."
    result={useActionData<typeof action>()}
  />
)

export default UnsubscribePage
