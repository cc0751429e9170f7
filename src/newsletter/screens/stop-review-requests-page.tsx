import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { stopReviewRequests } from '#account/privacy-endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, stopReviewRequests)

/** Opened by the link of every mail that asks for a review; mail programs press its button automatically (RFC 8058). */
const StopReviewRequestsPage = () => {
  const t = useMessages(newsletterMessages)
  return (
    <LinkPage
      heading={t('reviewsHeading')}
      lead={t('reviewsLead')}
      button={t('reviewsButton')}
      doneMessage={t('reviewsDone')}
      result={useActionData<typeof action>()}
    />
  )
}

export default StopReviewRequestsPage
