import type { ActionFunctionArgs } from 'react-router'
import { useActionData } from 'react-router'
import { confirmSubscription } from '../endpoints.ts'
import { useMessages } from '#ui/locale-context.ts'
import { newsletterMessages } from '../messages/newsletter-messages.ts'
import { LinkPage, submitLink } from './link-page.tsx'

export const action = (args: ActionFunctionArgs) => submitLink(args, confirmSubscription)

/** Opened by the mail that asks whether an address was entered by its owner. */
const ConfirmPage = () => {
  const t = useMessages(newsletterMessages)
  return (
    <LinkPage
      heading={t('confirmHeading')}
      lead={t('confirmLead')}
      button={t('confirmButton')}
      doneMessage={t('confirmDone')}
      result={useActionData<typeof action>()}
    />
  )
}

export default ConfirmPage
