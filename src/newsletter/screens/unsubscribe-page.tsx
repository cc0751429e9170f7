import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { unsubscribe } from '../endpoints.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, unsubscribe)

/** Opened by the unsubscribe link of every issue; mail programs press its button automatically (RFC 8058). */
const UnsubscribePage = () => (
  <LinkPage
    heading="Unsubscribe from the newsletter?"
    lead="Press once and no more come. There is nothing to sign in to and nothing to explain."
    button="Unsubscribe"
    doneMessage="You are off the list. Nothing more comes."
    result={useActionData<typeof action>()}
  />
)

export default UnsubscribePage
