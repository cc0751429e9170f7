import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { stopReviewRequests } from '#account/privacy-endpoints.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, stopReviewRequests)

/** Opened by the link of every mail that asks for a review; mail programs press its button automatically (RFC 8058). */
const StopReviewRequestsPage = () => (
  <LinkPage
    heading="Turn off requests for reviews?"
    lead="We’ll stop asking you for reviews by email. We’ll still send everything about your orders."
    button="Turn off requests"
    doneMessage="We won’t ask you for reviews anymore. With an account you can turn requests on again, under Email and privacy."
    result={useActionData<typeof action>()}
  />
)

export default StopReviewRequestsPage
